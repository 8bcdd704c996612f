import HTML

/// An app that signs people in: a new one, or what of one can be changed.
package struct AppFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var name: Field
    /// nil for an app that is there: whether it keeps a secret stays as it is.
    package var type: Choice?
    package var addresses: Area
    package var idTokens: Choice
    package var version: HiddenValue?
    package var cancel: Link
    package var conflict: Conflict?

    package init(
        frame: Frame, action: Link, name: Field, type: Choice?, addresses: Area, idTokens: Choice,
        version: HiddenValue?, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.name = name
        self.type = type
        self.addresses = addresses
        self.idTokens = idTokens
        self.version = version
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([name.problem, type?.problem, addresses.field.problem]) }

    package static var sample: AppFormPage {
        var page = AppFormPage(
            frame: .sample("Register an app", at: "phone", crumbs: [Crumb(label: "Apps", link: "/t/rooster-me/apps")]),
            action: "/t/rooster-me/apps",
            name: Field(
                "name", label: LocalText(Strings.apps_name), value: "FitPact \"<&>\" برای iOS",
                hint: LocalText(Strings.apps_name_hint), isRequired: true),
            type: Choice(
                "type", label: LocalText(Strings.apps_type),
                options: [.init(value: "public", label: "On people’s own devices", isSelected: true)],
                hint: LocalText(Strings.apps_type_hint)),
            addresses: Area(
                Field(
                    "redirect_uris", label: LocalText(Strings.apps_addresses), value: "javascript:alert(1)",
                    hint: LocalText(Strings.apps_addresses_hint),
                    error: Strings.error_redirect_uri(address: "javascript:alert(1)"), isRequired: true), rows: 4),
            idTokens: Choice(
                "id_tokens", label: LocalText(Strings.apps_id_tokens),
                options: [
                    .init(value: "ES256", label: "ES256", isSelected: true),
                    .init(value: "RS256", label: "RS256", isSelected: false),
                ], hint: LocalText(Strings.apps_id_tokens_hint)),
            version: HiddenValue("version", "3"), cancel: "/t/rooster-me/apps")
        page.conflict = .sample(Strings.apps_changed)
        page.frame.givenBack = FactsCard(
            LocalText(Strings.frame_given_back), [Fact(LocalText(Strings.user_reason), "On the <phone>,\ntwice")])
        return page
    }
}
