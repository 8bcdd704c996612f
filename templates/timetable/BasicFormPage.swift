import HTML

/// Making or changing one of the things that a timetable is made of.
package struct BasicFormPage: Sendable {
    /// Another page about the same thing.
    package struct Related: Sendable {
        package var label: LocalText
        package var link: Link

        package init(label: LocalText, link: Link) {
            self.label = label
            self.link = link
        }
    }

    package var frame: Frame
    package var action: Link
    package var inputs: [BasicInput]
    /// The version and the values the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var delete: Link?
    package var related: Related?
    package var cancel: Link
    /// nil for a new one, and for somebody who may not see it.
    package var trail: TrailCard?

    package init(
        frame: Frame, action: Link, inputs: [BasicInput], hidden: [HiddenValue], conflict: Conflict?, delete: Link?,
        cancel: Link, trail: TrailCard? = nil
    ) {
        self.frame = frame
        self.action = action
        self.inputs = inputs
        self.hidden = hidden
        self.conflict = conflict
        self.delete = delete
        self.cancel = cancel
        self.trail = trail
    }

    package var deleteMenu: ConfirmMenu? {
        delete.map {
            ConfirmMenu(
                Strings.timetable_delete, advice: Strings.timetable_delete_advice,
                confirm: Strings.timetable_delete, action: $0, in: frame)
        }
    }

    package var errors: ErrorSummary? {
        ErrorSummary(inputs.map { $0.field?.problem ?? $0.choice?.problem })
    }

    package static var sample: BasicFormPage {
        BasicFormPage(
            frame: .sample(
                "Room", at: "tag", crumbs: [Crumb(label: "Rooms", link: "/t/rooster-me/timetable-rooms")]),
            action: "/t/rooster-me/timetable-rooms",
            inputs: [
                BasicInput(
                    field: Field(
                        "name", label: LocalText(Strings.timetable_room), value: "201-4 \"<b>\"",
                        error: LocalText(Strings.timetable_error_taken), isRequired: true)),
                BasicInput(
                    choice: Choice(
                        "purpose", label: LocalText(Strings.timetable_purpose),
                        options: [.init(value: "lab", label: "Lab <b>", isSelected: true)])),
            ],
            hidden: [], conflict: nil, delete: nil, cancel: "/t/rooster-me/timetable-rooms")
    }

    package static var sampleConflict: BasicFormPage {
        var page = sample
        page.inputs[0].field?.error = nil
        page.hidden = [HiddenValue("version", "2"), HiddenValue("was_name", "\"<b>\"")]
        page.conflict = .sample(Strings.timetable_merge_title)
        page.delete = "/t/rooster-me/timetable-rooms/1/deletion"
        page.related = Related(
            label: LocalText(Strings.timetable_term_weeks), link: "/t/rooster-me/timetable-terms/1/weeks")
        page.trail = .sample
        return page
    }
}

/// A line of a declared form: one of the two.
package struct BasicInput: Sendable {
    package var field: Field?
    package var choice: Choice?

    package init(field: Field? = nil, choice: Choice? = nil) {
        self.field = field
        self.choice = choice
    }
}
