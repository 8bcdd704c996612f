import HTML

/// Adding or editing a user. The values it was opened with travel with the form, so that a save
/// over a newer version can be merged.
package struct UserFormPage: Sendable {
    package var frame: Frame
    package var heading: String
    package var action: Link
    package var email: Field
    package var name: Field
    package var choices: [Choice]
    package var zone: Field
    /// The version and the values the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var cancel: Link

    package init(
        frame: Frame, heading: String, action: Link, email: Field, name: Field, choices: [Choice], zone: Field,
        hidden: [HiddenValue], conflict: Conflict?, cancel: Link
    ) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.email = email
        self.name = name
        self.choices = choices
        self.zone = zone
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([email.problem, name.problem] + choices.map(\.problem) + [zone.problem])
    }

    package static var sample: UserFormPage {
        UserFormPage(
            frame: .sample("Edit user", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            heading: "Edit user", action: "/t/rooster-me/users/1",
            email: Field(
                "email", label: LocalText(Strings.user_email), value: "zoe+alarm@@example.com", type: "email",
                error: LocalText(Strings.error_email), inputMode: "email", isRequired: true, isLatin: true),
            name: Field(
                "name", label: LocalText(Strings.user_name), value: "Zoë “Quill” O'Brien \"<&>\"",
                hint: LocalText(Strings.user_name_hint)),
            choices: [
                Choice(
                    "plan", label: LocalText(Strings.user_plan),
                    options: [
                        .init(value: "free", label: "Free", isSelected: false),
                        .init(value: "premium", label: "Premium", isSelected: true),
                    ]),
                Choice(
                    "language", label: LocalText(Strings.user_language),
                    options: [
                        .init(value: "en", label: "English", isSelected: true),
                        .init(value: "fa", label: "فارسی", isSelected: false),
                    ], error: LocalText(Strings.error_choice)),
            ],
            zone: Field(
                "zone", label: LocalText(Strings.user_zone), value: "Europe/Dublin",
                hint: LocalText(Strings.user_zone_hint), isRequired: true, isLatin: true),
            hidden: [HiddenValue("version", "3"), HiddenValue("was.name", "Zoë \"Quill\" O'Brien")],
            conflict: .sample(Strings.merge_title),
            cancel: "/t/rooster-me/users/1")
    }
}
