import HTML

/// The form of an item.
package struct SproutItemFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var name: Field
    package var state: Choice
    /// The e-mail of the user whose it is.
    package var owner: Field
    package var note: Area
    /// The version that the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var cancel: Link

    package init(
        frame: Frame, action: Link, name: Field, state: Choice, owner: Field, note: Area, hidden: [HiddenValue],
        conflict: Conflict?, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.name = name
        self.state = state
        self.owner = owner
        self.note = note
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([name.problem, state.problem, owner.problem, note.field.problem]) }

    package static var sample: SproutItemFormPage {
        SproutItemFormPage(
            frame: .sample("Add an item", at: "tag"), action: "/t/rooster-me/sprout-items",
            name: Field(
                "name", label: LocalText(Strings.sprout_item_name), value: "The \"<first>\"",
                error: LocalText(Strings.sprout_error_taken), isRequired: true, hasFocus: true),
            state: Choice(
                "state", label: LocalText(Strings.sprout_item_state),
                options: [.init(value: "open", label: "Open <&>", isSelected: true)]),
            owner: Field("owner", label: LocalText(Strings.sprout_owner), value: "zoe@example.org", type: "email"),
            note: Area(Field("note", label: LocalText(Strings.sprout_item_note), value: "Who <b>asked</b>")),
            hidden: [HiddenValue("version", "3")], conflict: .sample(Strings.sprout_late),
            cancel: "/t/rooster-me/sprout-items")
    }
}
