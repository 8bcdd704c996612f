import Console
import HTML
import Postgres
import Templates
import Web

/// An uploaded file with the meaning of its columns, and the revision of the class from which it was made.
struct ClassFile: Sendable {
    var grid: SheetGrid
    var columns: [SheetColumnMeaning]
    /// The typed points of new assignments.
    var possible: [Int: String] = [:]
    /// True for a workbook of this class that Roost made: there an empty cell empties the stored one. In any other
    /// file an empty cell means nothing.
    var isOurs = false
    /// The file does not contain changes of the class above this revision.
    var revision = 0
    /// The revision of the class when the changes were shown.
    var shown = 0
    /// The file's values overwrite cells that were changed after the file was made.
    var takesAll = false
    var addsStudents = false
    /// Columns without a meaning that hold grades alone become new assignments.
    var takesRest = false
    /// True for a workbook, whose numbers are the same in every country; in a text they are written as somewhere.
    var isWorkbook = false
    /// Of whoever looks at the file.
    var language = Language.en
    /// The conflicts that were shown, which the person left as they are.
    var left = ""
    /// What the workbook says differently, and the class keeps: only grades and attendance come from it. An empty text is a
    /// name or number that was emptied.
    var kept: [String] = []
    /// What of the file is not read, and why, in the words of whoever uploaded it.
    var told: [String] = []

    init(grid: SheetGrid, columns: [SheetColumnMeaning]) { (self.grid, self.columns) = (grid, columns) }

    init(_ form: Query) throws {
        guard let grid = SheetGrid(form["grid"] ?? "") else { throw Refusal.notFound }
        self.grid = grid
        columns = grid.titles.indices.map { SheetColumnMeaning(form["column-\($0)"] ?? "") }
        for index in grid.titles.indices { possible[index] = form.trimmed("possible-\(index)") }
        isOurs = form["ours"] == "yes"
        isWorkbook = form["workbook"] == "yes"
        revision = form["revision"].flatMap { Int($0) } ?? 0
        shown = form["shown"].flatMap { Int($0) } ?? 0
        takesAll = form["take"] == "yes"
        addsStudents = form["unknown"] == "add"
        left = form["left"] ?? ""
        takesRest = form["rest"] == "new"
        told = (form["told"] ?? "").split(whereSeparator: \.isNewline).prefix(Self.mostTold).map {
            String($0).columnPrefix(400)
        }
    }

    private static let mostTold = 40

    /// How the numbers in the file's cells are written. A number of a workbook is the same in every country; a text is written as somewhere,
    /// also in a workbook, and where it doesn't show how, the marks are those of the reader's language.
    struct Marks {
        fileprivate let numbers: NumberMarks
        fileprivate let texts: NumberMarks

        func of(_ row: SheetGrid.Row, _ column: Int) -> NumberMarks { row.texts.contains(column) ? texts : numbers }
    }

    var marks: Marks {
        // Roost itself writes a late grade as a text, with a point before decimals of which the last is no zero.
        if isOurs { return Marks(numbers: .plain, texts: NumberMarks(decimals: ["."], groups: [], isMixed: true)) }
        let texts = grid.rows.lazy.flatMap { row in
            row.cells.indices.filter { !isWorkbook || row.texts.contains($0) }.map { row.cells[$0] }
        }
        let found = NumberMarks.found(in: texts, otherwise: .of(language))
        return Marks(numbers: isWorkbook ? .plain : found, texts: found)
    }

    /// Makes new assignments of the columns without a meaning that hold grades alone, if that was chosen.
    mutating func settle(for language: Language) {
        self.language = language
        guard takesRest, !isOurs else { return }
        let marks = marks
        for index in columns.indices where columns[index] == .nothing && hasGradesAlone(index, marks) {
            columns[index] = .new
        }
    }

    private func hasGradesAlone(_ column: Int, _ marks: Marks) -> Bool {
        let rows = grid.rows.filter { !$0.cell(column).isEmpty }
        return !rows.isEmpty
            && rows.allSatisfy {
                Grade(
                    typed: $0.cell(column), marks.of($0, column), of: possible(column) ?? Points(thousandths: 100_000))
                    != nil
            }
    }

    /// The points of a new assignment, as the reader typed them.
    func possible(_ column: Int) -> Points? { Points(possible[column] ?? "100", .of(language)) }

    /// Returns the hidden fields for the next page's form, without those that the page has as inputs.
    func hidden(withColumns: Bool) -> [HiddenValue] {
        var hidden = [
            HiddenValue("grid", grid.text), HiddenValue("ours", isOurs ? "yes" : ""),
            HiddenValue("revision", String(revision)), HiddenValue("workbook", isWorkbook ? "yes" : ""),
            HiddenValue("told", told.prefix(Self.mostTold).joined(separator: "\n")),
        ]
        guard withColumns else { return hidden }
        hidden.append(HiddenValue("shown", String(shown)))
        hidden.append(HiddenValue("left", left))
        // Without it a button of the page can add it.
        if addsStudents { hidden.append(HiddenValue("unknown", "add")) }
        for (index, column) in columns.enumerated() where column != .nothing {
            hidden.append(HiddenValue("column-\(index)", column.text))
            if column == .new { hidden.append(HiddenValue("possible-\(index)", possible[index] ?? "")) }
        }
        return hidden
    }

    /// Returns the first values of a column as examples.
    func samples(_ column: Int) -> String {
        grid.rows.lazy.map { $0.cell(column) }.filter { !$0.isEmpty }.prefix(3).map { $0.columnPrefix(40) }.listed(
            in: language)
    }
}

extension ClassFile {
    /// Returns the errors in the chosen meanings, by column.
    func problems(in book: Book) -> [Int: LocalText] {
        var errors: [Int: LocalText] = [:]
        var seen: [SheetColumnMeaning] = []
        for (index, column) in columns.enumerated() where column != .nothing {
            if column != .new, seen.contains(column) { errors[index] = LocalText(Strings.import_column_twice) }
            seen.append(column)
            if column == .new, possible(index).map({ $0 > .zero }) != true {
                errors[index] =
                    GradeText(language).doubt(possible[index] ?? "") ?? LocalText(Strings.gradebook_error_possible)
            }
            if case .assignment(let id) = column, book.column(id) == nil {
                errors[index] = LocalText(Strings.gradebook_gone)
            }
        }
        // A workbook of ours may name assignments that were removed meanwhile: they are skipped.
        if isOurs { errors = [:] }
        if !columns.contains(where: { [.id, .name, .number].contains($0) }) {
            errors[0] = LocalText(Strings.gradebook_column_needs_student)
        }
        return errors
    }
}
