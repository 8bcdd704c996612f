import HTML

/// Students are put into a class: typed, or pasted as a column.
package struct EnrolmentPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var names: Area
    package var cancel: Link

    package init(
        frame: Frame, action: Link, names: Area, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.names = names
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([names.field.problem]) }

    package static var sample: EnrolmentPage {
        EnrolmentPage(
            frame: .sample("Students", at: "tenants"), action: "/t/gradely/classes/1/students",
            names: Area(
                Field(
                    "names", label: LocalText(Strings.gradebook_names), value: "Adams, \"Ruth\"; 17\nسارا <فرهادی>",
                    hint: LocalText(Strings.gradebook_names_hint),
                    error: Strings.gradebook_error_twice_in_class(name: "Adams <x>"), isRequired: true), rows: 12),
            cancel: "/t/gradely/classes/1")
    }
}
