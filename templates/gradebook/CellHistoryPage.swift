import HTML

/// Everything that ever happened to one cell, or to one mark of attendance.
package struct CellHistoryPage: Sendable {
    /// The most events that the page shows.
    package static let most = 200

    /// Changes the cell alone, with a reason.
    package struct Edit: Sendable {
        package var action: Link
        /// One of the two.
        package var grade: Field?
        package var state: Choice?
        package var seen: HiddenValue
        package var why: Field

        package init(action: Link, grade: Field?, state: Choice?, seen: HiddenValue, why: Field) {
            self.action = action
            self.grade = grade
            self.state = state
            self.seen = seen
            self.why = why
        }
    }

    package var frame: Frame
    package var title: String
    package var grade: String
    /// In place of the events of what was written before they were kept here.
    package var note: LocalText?
    /// nil for whoever may not change it, and for a cell that is no longer in the class.
    package var edit: Edit?
    /// nil for a cell that was never filled.
    package var trail: TrailCard?

    package init(
        frame: Frame, title: String, grade: String, note: LocalText? = nil, edit: Edit?, trail: TrailCard?
    ) {
        self.note = note
        self.frame = frame
        self.title = title
        self.grade = grade
        self.edit = edit
        self.trail = trail
    }

    package static var sample: CellHistoryPage {
        CellHistoryPage(
            frame: .sample("Adams · Essay", at: "tenants"), title: "Adams, \"Ruth\" · Essay <1>", grade: "18",
            edit: Edit(
                action: "/t/gradely/classes/1/students/1/grades",
                grade: Field("grade-1", label: LocalText(Strings.gradebook_grade), value: "18 <L>"),
                state: Choice(
                    "state-2026-11-23", label: LocalText(Strings.gradebook_attendance),
                    options: [.init(value: "present", label: "Present", isSelected: true)]),
                seen: HiddenValue("seen-1", "2 18"),
                why: Field(
                    "why", label: LocalText(Strings.gradebook_why), hint: LocalText(Strings.gradebook_why_hint))),
            trail: .sample)
    }

    package static var sampleBefore: CellHistoryPage {
        var page = sample
        (page.edit, page.trail) = (nil, nil)
        page.note = Strings.gradebook_total_set_before(name: "Ms \"<Hall>\"", time: "20 Nov 2026, 23:12")
        return page
    }
}
