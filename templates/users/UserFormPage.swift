import HTML

/// Adding or editing a user. The values it was opened with travel with the form, so that a save
/// over a newer version can be merged.
package struct UserFormPage: Sendable {
    package var frame: Frame
    package var heading: String
    package var action: Link
    /// One for each field, in their order.
    package var inputs: [EntryInput]
    /// The version and the values the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var cancel: Link

    package init(
        frame: Frame, heading: String, action: Link, inputs: [EntryInput], hidden: [HiddenValue], conflict: Conflict?,
        cancel: Link
    ) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.inputs = inputs
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary(inputs.map(\.problem))
    }

    package static var sample: UserFormPage {
        UserFormPage(
            frame: .sample("Edit user", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            heading: "Edit user", action: "/t/rooster-me/users/1",
            inputs: [
                EntryInput(
                    line: Field(
                        "email", label: LocalText(Strings.user_email), value: "zoe+alarm@@example.com", type: "email",
                        error: LocalText(Strings.error_email), inputMode: "email", isRequired: true, isLatin: true)),
                EntryInput(
                    line: Field(
                        "name", label: LocalText(Strings.user_name), value: "Zoë “Quill” O'Brien \"<&>\"",
                        hint: LocalText(Strings.user_name_hint))),
                EntryInput(
                    choice: Choice(
                        "plan", label: LocalText(Strings.user_plan),
                        options: [
                            .init(value: "free", label: "Free", isSelected: false),
                            .init(value: "premium", label: "Premium", isSelected: true),
                        ])),
                EntryInput(
                    choice: Choice(
                        "language", label: LocalText(Strings.user_language),
                        options: [
                            .init(value: "en", label: "English", isSelected: true),
                            .init(value: "fa", label: "فارسی", isSelected: false),
                        ], error: LocalText(Strings.error_choice))),
                EntryInput(
                    line: Field(
                        "zone", label: LocalText(Strings.user_zone), value: "Europe/Dublin",
                        hint: LocalText(Strings.user_zone_hint), isRequired: true, isLatin: true)),
            ],
            hidden: [HiddenValue("version", "3"), HiddenValue("was.name", "Zoë \"Quill\" O'Brien")],
            conflict: .sample(Strings.merge_title),
            cancel: "/t/rooster-me/users/1")
    }
}
