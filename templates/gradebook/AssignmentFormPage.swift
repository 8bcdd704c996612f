import HTML

/// The form of an assignment.
package struct AssignmentFormPage: Sendable {
    package var frame: Frame
    package var heading: LocalText
    package var action: Link
    package var name: Field
    package var category: Choice
    package var day: Field
    package var possible: Field
    package var extra: Ticks
    /// What happens to more points than are possible.
    package var above: Choice
    package var conflict: Conflict?
    package var hidden: [HiddenValue]
    package var cancel: Link
    /// nil for a new one.
    package var removal: Link?

    package init(
        frame: Frame, heading: LocalText, action: Link, name: Field, category: Choice, day: Field, possible: Field,
        extra: Ticks, above: Choice,
        conflict: Conflict?, hidden: [HiddenValue], cancel: Link, removal: Link?
    ) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.name = name
        self.category = category
        self.day = day
        self.possible = possible
        self.extra = extra
        self.above = above
        self.conflict = conflict
        self.hidden = hidden
        self.cancel = cancel
        self.removal = removal
    }

    package var removalMenu: ConfirmMenu? {
        removal.map {
            ConfirmMenu(
                Strings.gradebook_remove_assignment, advice: Strings.gradebook_remove_assignment_advice,
                confirm: Strings.gradebook_remove_assignment, action: $0, in: frame)
        }
    }

    package var errors: ErrorSummary? {
        ErrorSummary([name.problem, category.problem, day.problem, possible.problem])
    }

    package static var sample: AssignmentFormPage {
        AssignmentFormPage(
            frame: .sample("Essay", at: "tenants"), heading: LocalText(Strings.gradebook_edit_assignment),
            action: "/t/gradely/classes/1/assignments/2",
            name: Field(
                "name", label: LocalText(Strings.gradebook_name), value: "Essay \"1\"",
                error: Strings.gradebook_changed_meanwhile(name: "Essay <2>"), isRequired: true),
            category: Choice(
                "category", label: LocalText(Strings.gradebook_category),
                options: [.init(value: "1", label: "Tests <&>", isSelected: true)]),
            day: Field(
                "day", label: LocalText(Strings.gradebook_date), value: "2026-11-23", type: "date", isRequired: true,
                isLatin: true),
            possible: Field(
                "possible", label: LocalText(Strings.gradebook_possible), value: "20", inputMode: "decimal",
                isRequired: true),
            extra: Ticks(
                "extra", label: LocalText(Strings.gradebook_extra),
                ticks: [.init(value: "yes", label: LocalText(Strings.gradebook_extra_hint), isOn: false)]),
            above: Choice(
                "above", label: LocalText(Strings.gradebook_above_title),
                options: [.init(value: "warned", label: "Save and mark", isSelected: true)],
                hint: LocalText(Strings.gradebook_above_hint)),
            conflict: .sample(Strings.gradebook_assignment_changed), hidden: [HiddenValue("version", "3")],
            cancel: "/t/gradely/classes/1",
            removal: "/t/gradely/classes/1/assignments/2/removal")
    }
}
