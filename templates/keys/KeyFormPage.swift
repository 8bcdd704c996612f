import HTML

/// A new API key.
package struct KeyFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var name: Field
    package var scopes: Ticks
    package var term: Choice
    package var lastDay: Field
    package var addresses: Field
    package var rate: Field
    package var cancel: Link

    package init(
        frame: Frame, action: Link, name: Field, scopes: Ticks, term: Choice, lastDay: Field, addresses: Field,
        rate: Field,
        cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.name = name
        self.scopes = scopes
        self.term = term
        self.lastDay = lastDay
        self.addresses = addresses
        self.rate = rate
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([name.problem, scopes.problem, term.problem, lastDay.problem, addresses.problem, rate.problem])
    }

    package static var sample: KeyFormPage {
        KeyFormPage(
            frame: .sample(
                "Create an API key", at: "key", crumbs: [Crumb(label: "API keys", link: "/t/rooster-me/keys")]),
            action: "/t/rooster-me/keys",
            name: Field(
                "name", label: LocalText(Strings.key_name), value: "Server \"<&>\" سرور",
                hint: LocalText(Strings.key_name_hint),
                isRequired: true),
            scopes: Ticks(
                "scopes", label: LocalText(Strings.key_scopes),
                ticks: [
                    .init(value: "users.read", label: LocalText(Strings.scope_users_read), isOn: true),
                    .init(value: "things.do", label: LocalText(Strings.scope_unknown), isOn: false),
                ], error: LocalText(Strings.error_scopes)),
            term: Choice(
                "term", label: LocalText(Strings.key_term),
                options: [.init(value: "own", label: "Until a day of my choice", isSelected: true)]),
            lastDay: Field(
                "last_day", label: LocalText(Strings.key_last_day), value: "2026-12-31", type: "date",
                hint: LocalText(Strings.key_last_day_hint), error: LocalText(Strings.error_key_day), isLatin: true),
            addresses: Field(
                "addresses", label: LocalText(Strings.key_addresses), value: "10.0.0.0/8, 300.1.2.3",
                hint: LocalText(Strings.key_addresses_hint), error: Strings.error_address(address: "300.1.2.3"),
                isLatin: true),
            rate: Field(
                "rate", label: LocalText(Strings.key_rate), value: "600", hint: LocalText(Strings.key_rate_hint),
                inputMode: "numeric", isRequired: true, isLatin: true),
            cancel: "/t/rooster-me/keys")
    }
}
