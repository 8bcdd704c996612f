import HTML

/// What can be taken out of a class, and brought into it, as a file.
package struct ClassFilesPage: Sendable {
    package var frame: Frame
    /// nil for who does not work on the class.
    package var workbook: Link?
    /// Where the grades are asked for as a table.
    package var grades: Link
    package var attendance: Link
    package var mayChange: Bool
    package var action: Link
    package var file: FileField
    /// What was pasted in place of a file.
    package var pasted: String
    package var back: Link
    /// Why the workbook is taken: it names people.
    package var reason = Field(
        "reason", label: LocalText(Strings.export_reason), hint: LocalText(Strings.gradebook_workbook_reason),
        isRequired: true)

    package init(
        frame: Frame, workbook: Link?, grades: Link, attendance: Link, mayChange: Bool, action: Link, file: FileField,
        pasted: String,
        back: Link
    ) {
        self.frame = frame
        self.workbook = workbook
        self.grades = grades
        self.attendance = attendance
        self.mayChange = mayChange
        self.action = action
        self.file = file
        self.pasted = pasted
        self.back = back
    }

    package var hasPasted: Bool { !pasted.isEmpty }
    package var errors: ErrorSummary? { ErrorSummary([reason.problem, file.problem]) }

    package static var sample: ClassFilesPage {
        ClassFilesPage(
            frame: .sample("Files", at: "tenants"), workbook: "/t/gradely/classes/1/workbook.xlsx",
            grades: "/t/gradely/classes/1/grades/export", attendance: "/t/gradely/classes/1/attendance/export",
            mayChange: true, action: "/t/gradely/classes/1/files",
            file: FileField(
                "file", label: LocalText(Strings.gradebook_file), accept: ".xlsx,.csv",
                hint: LocalText(Strings.gradebook_file_hint),
                error: Strings.gradebook_error_grade(text: "\"><script>alert(1)</script>")),
            pasted: "Adams <b>\t17", back: "/t/gradely/classes/1")
    }
}
