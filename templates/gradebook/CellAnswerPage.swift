import HTML

/// What became of the cells that the table's script has sent, and what the totals are now. A fragment, read by the script.
package struct CellAnswerPage: Sendable {
    package struct Cell: Sendable {
        package var student: String
        package var assignment: String
        /// `saved`, `conflict`, `refused` or `gone`.
        package var state: String
        package var version: Int
        /// What stands there now.
        package var text: String
        package var look: String
        package var note: LocalText?
        /// Who wrote what stands there, if that was not this change: `self` or `other`.
        package var writer: String?

        package init(
            student: String, assignment: String, state: String, version: Int, text: String, look: String,
            note: LocalText?, writer: String? = nil
        ) {
            self.student = student
            self.assignment = assignment
            self.state = state
            self.version = version
            self.text = text
            self.look = look
            self.note = note
            self.writer = writer
        }
    }

    package struct Row: Sendable {
        package var student: String
        package var total: GradeTablePage.Total

        package init(
            student: String, total: GradeTablePage.Total
        ) {
            self.student = student
            self.total = total
        }
    }

    package struct Mean: Sendable {
        package var assignment: String
        package var mean: String

        package init(
            assignment: String, mean: String
        ) {
            self.assignment = assignment
            self.mean = mean
        }
    }

    package var cells: [Cell]
    package var rows: [Row]
    package var means: [Mean]
    /// Of the whole class; nil if the script did not ask for them.
    package var figures: ClassFigures?

    package init(
        cells: [Cell], rows: [Row], means: [Mean], figures: ClassFigures?
    ) {
        self.cells = cells
        self.rows = rows
        self.means = means
        self.figures = figures
    }
}
