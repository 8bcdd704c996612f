import Console
import HTML
import Postgres
import Templates
import Web

/// A file with what is known of it: what its columns hold, and which state of the class it was made from.
struct ClassFile: Sendable {
    var grid: SheetGrid
    var columns: [SheetColumnMeaning]
    /// For new assignments, as typed.
    var possible: [Int: String] = [:]
    /// A workbook of this class that Roost has made: an empty cell empties. In any other it says nothing.
    var isOurs = false
    /// What was changed in the class above this revision, the file does not know of.
    var revision = 0
    /// Of the class when the changes were shown.
    var shown = 0
    /// The file's values are to stand also where somebody has changed the class after it was made.
    var takesAll = false
    var addsStudents = false

    init(grid: SheetGrid, columns: [SheetColumnMeaning]) { (self.grid, self.columns) = (grid, columns) }

    init(_ form: Query) throws {
        guard let grid = SheetGrid(form["grid"] ?? "") else { throw Refusal.notFound }
        self.grid = grid
        columns = grid.titles.indices.map { SheetColumnMeaning(form["column-\($0)"] ?? "") }
        for index in grid.titles.indices { possible[index] = form.trimmed("possible-\(index)") }
        isOurs = form["ours"] == "yes"
        revision = form["revision"].flatMap { Int($0) } ?? 0
        shown = form["shown"].flatMap { Int($0) } ?? 0
        takesAll = form["take"] == "yes"
        addsStudents = form["unknown"] == "add"
    }

    /// What the next page sends with its form; without what that page asks for.
    func hidden(withColumns: Bool) -> [HiddenValue] {
        var hidden = [
            HiddenValue("grid", grid.text), HiddenValue("ours", isOurs ? "yes" : ""),
            HiddenValue("revision", String(revision)),
        ]
        guard withColumns else { return hidden }
        hidden.append(HiddenValue("shown", String(shown)))
        hidden.append(HiddenValue("unknown", addsStudents ? "add" : ""))
        for (index, column) in columns.enumerated() where column != .nothing {
            hidden.append(HiddenValue("column-\(index)", column.text))
            if column == .new { hidden.append(HiddenValue("possible-\(index)", possible[index] ?? "")) }
        }
        return hidden
    }

    /// The first column of the title row, and what it is like.
    func samples(_ column: Int) -> String {
        grid.rows.lazy.map { $0.cell(column) }.filter { !$0.isEmpty }.prefix(3).map { $0.columnPrefix(40) }.joined(
            separator: ", ")
    }
}

extension ClassFile {
    /// What is wrong with what was said of the columns, by column.
    func problems(in book: Book) -> [Int: LocalText] {
        var errors: [Int: LocalText] = [:]
        var seen: [SheetColumnMeaning] = []
        for (index, column) in columns.enumerated() where column != .nothing {
            if column != .new, seen.contains(column) { errors[index] = LocalText(Strings.import_column_twice) }
            seen.append(column)
            if column == .new, Points(possible[index] ?? "100").map({ $0 > .zero }) != true {
                errors[index] = LocalText(Strings.gradebook_error_possible)
            }
            if case .assignment(let id) = column, book.column(id) == nil {
                errors[index] = LocalText(Strings.gradebook_gone)
            }
        }
        // A workbook of ours names assignments that were taken out meanwhile: they are passed over.
        if isOurs { errors = [:] }
        if !columns.contains(where: { [.id, .name, .number].contains($0) }) {
            errors[0] = LocalText(Strings.gradebook_column_needs_student)
        }
        return errors
    }
}
