import HTML

/// The form of a group of users: its name, and whom it means.
package struct SegmentFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// For a new one only.
    package var key: Field?
    package var name: Field
    package var about: Area
    /// One for each part of the filter.
    package var choices: [Choice]
    /// The version that the form was opened with, and what it held.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var cancel: Link

    package init(
        frame: Frame, action: Link, key: Field?, name: Field, about: Area, choices: [Choice], hidden: [HiddenValue],
        conflict: Conflict?, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.key = key
        self.name = name
        self.about = about
        self.choices = choices
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([name.problem, key?.problem, about.field.problem] + choices.map(\.problem))
    }

    package static var sample: SegmentFormPage {
        SegmentFormPage(
            frame: .sample("Add a group", at: "tag"), action: "/t/rooster-me/segments",
            key: Field(
                "key", label: LocalText(Strings.catalogue_key), value: "Premium <spain>",
                hint: LocalText(Strings.segments_key_hint),
                error: LocalText(Strings.error_entry_key), isRequired: true, isLatin: true),
            name: Field(
                "name", label: LocalText(Strings.segments_name), value: "\"Premium\" in Spain", isRequired: true),
            about: Area(
                Field(
                    "about", label: LocalText(Strings.segments_about), value: "Who <b>gets</b> it",
                    hint: LocalText(Strings.segments_about_hint))),
            choices: [
                Choice(
                    "status", label: LocalText(Strings.user_status),
                    options: [
                        .init(value: "", label: "Any", isSelected: true),
                        .init(value: "active", label: "Active", isSelected: false),
                    ],
                    error: LocalText(Strings.segments_everybody)),
                Choice(
                    "plan", label: LocalText(Strings.user_plan),
                    options: [.init(value: "p", label: "Premium <&>", isSelected: true)]),
            ],
            hidden: [HiddenValue("version", "3")], conflict: .sample(Strings.segments_merge),
            cancel: "/t/rooster-me/segments")
    }
}
