import HTML

/// What a file would change in a class, before anything is saved.
package struct SheetPreviewPage: Sendable {
    package struct Line: Sendable {
        package var row: LocalText
        package var student: String
        /// An assignment, or a day.
        package var column: String
        package var old: String
        package var new: String
        package var by: LocalText?

        package init(row: LocalText, student: String, column: String, old: String, new: String, by: LocalText?) {
            self.row = row
            self.student = student
            self.column = column
            self.old = old
            self.new = new
            self.by = by
        }
    }

    package struct Wrong: Sendable {
        package var row: LocalText
        /// All of them.
        package var problems: [LocalText]

        package init(row: LocalText, problems: [LocalText]) {
            self.row = row
            self.problems = problems
        }
    }

    package var frame: Frame
    package var action: Link
    package var hidden: [HiddenValue]
    package var count: LocalText
    package var added: [LocalText]
    package var lines: [Line]
    package var more: LocalText?
    package var conflicts: [Line]
    package var wrong: [Wrong]
    /// In rows whose other cells are taken.
    package var wrongCells: [Wrong]
    package var error: LocalText?
    package var kept: LocalText?
    /// Rows whose students can be added to the class.
    package var unknown: LocalText?
    /// Where the file is looked at again, with other columns or more students; nil for a workbook of ours.
    package var again: Link?
    package var maySave: Bool
    /// What of the file is not read, and why.
    package var told: [String]
    package var cancel: Link

    package init(
        frame: Frame, action: Link, hidden: [HiddenValue], count: LocalText, added: [LocalText], lines: [Line],
        more: LocalText?, conflicts: [Line], wrong: [Wrong], wrongCells: [Wrong], error: LocalText?,
        kept: LocalText?, told: [String], unknown: LocalText? = nil, again: Link? = nil, maySave: Bool, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.hidden = hidden
        self.count = count
        self.added = added
        self.lines = lines
        self.more = more
        self.conflicts = conflicts
        self.wrong = wrong
        self.wrongCells = wrongCells
        self.error = error
        self.kept = kept
        self.unknown = unknown
        self.again = again
        self.maySave = maySave
        self.told = told
        self.cancel = cancel
    }

    package var take: Ticks {
        Ticks(
            "take", label: LocalText(Strings.gradebook_preview_conflicts),
            ticks: [.init(value: "yes", label: LocalText(Strings.gradebook_preview_take), isOn: false)])
    }

    package var isSame: Bool {
        lines.isEmpty && conflicts.isEmpty && wrong.isEmpty && wrongCells.isEmpty && added.isEmpty
    }

    package var hasUnknown: Bool { unknown != nil }
    /// The button that adds them; it comes first where nothing else can be done with the file.
    package var adding: String { maySave ? "button" : "button main" }

    package var leavings: FileLeavings? { FileLeavings(told, frame) }

    package static var sample: SheetPreviewPage {
        let line = Line(
            row: Strings.gradebook_preview_row(row: 7), student: "Adams, \"Ruth\" <x>", column: "Essay <1>",
            old: "17.5 L",
            new: "(empty)", by: Strings.gradebook_preview_by(name: "Ms <Hall>"))
        return SheetPreviewPage(
            frame: .sample("What would change", at: "tenants"), action: "/t/gradely/classes/1/files/changes",
            hidden: [HiddenValue("grid", "{\"titles\":[\"<b>\"]}")], count: Strings.gradebook_preview_count(count: 1),
            added: [Strings.gradebook_preview_students(count: 2), Strings.gradebook_preview_assignments(count: 1)],
            lines: [line], more: Strings.gradebook_preview_more(count: 300), conflicts: [line],
            wrong: [
                Wrong(
                    row: Strings.gradebook_preview_row(row: 9),
                    problems: [
                        Strings.gradebook_error_unknown_student(name: "<i>")
                    ])
            ],
            wrongCells: [
                Wrong(
                    row: Strings.gradebook_preview_row(row: 11),
                    problems: [
                        Strings.gradebook_error_column(
                            title: "Essay <1>", problem: Strings.gradebook_error_grade(text: "<b>"))
                    ])
            ], error: Strings.gradebook_error_changes(max: 20_000),
            kept: Strings.gradebook_preview_kept(names: "Essay <1>"), told: ["The sheet “<x>” is not read."],
            unknown: Strings.gradebook_preview_unknown(count: 3), again: "/t/gradely/classes/1/files/preview",
            maySave: true,
            cancel: "/t/gradely/classes/1/files")
    }

    package static var sampleEmpty: SheetPreviewPage {
        var page = sample
        (page.lines, page.conflicts, page.wrong, page.wrongCells, page.added) = ([], [], [], [], [])
        (page.more, page.error, page.kept, page.told, page.maySave) = (nil, nil, nil, [], false)
        return page
    }
}
