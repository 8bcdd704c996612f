import Console
import HTML
import JSON
import Postgres
import Sheets
import Templates
import Web

/// The rows of somebody's file, as texts, between the pages that ask about it. Nothing of it is stored: the pages carry it along.
struct SheetGrid: Sendable {
    struct Row: Sendable {
        /// As a spreadsheet shows it.
        let number: Int
        let cells: [String]

        func cell(_ column: Int) -> String { cells.indices.contains(column) ? cells[column].trimmingSpaces : "" }
    }

    static let mostRows = 1000
    /// Bytes of all its texts, which a form brings back under the longest that a form may have.
    static let mostText = 600_000

    var titles: [String]
    var rows: [Row]

    init(titles: [String], rows: [Row]) { (self.titles, self.rows) = (titles, rows) }

    init?(_ text: String) {
        guard let json = try? JSONReader.read(Array(text.utf8)), let titles = json["titles"], let rows = json["rows"]
        else {
            return nil
        }
        self.titles = titles.elements.map { $0.text ?? "" }
        self.rows = rows.elements.map { row in
            Row(number: row.elements.first?.int ?? 0, cells: row.elements.dropFirst().map { $0.text ?? "" })
        }
        guard self.titles.count <= SheetLimits.columns, self.rows.count <= Self.mostRows else { return nil }
    }

    var text: String {
        let json = JSONText.object([
            ("titles", .array(titles.map { .string($0) })),
            ("rows", .array(rows.map { .array([.int($0.number)] + $0.cells.map { .string($0) }) })),
        ])
        return String(decoding: json.bytes, as: UTF8.self)
    }

    var isTooLong: Bool {
        rows.count > Self.mostRows || rows.reduce(0) { $0 + $1.cells.reduce(0) { $0 + $1.utf8.count } } > Self.mostText
    }
}

/// What one column of a file holds.
enum SheetColumnMeaning: Sendable, Equatable {
    case nothing
    /// The id that a workbook of ours has for each student.
    case id
    case name, number
    case assignment(ID)
    /// An assignment that the class does not have yet, called as the column is.
    case new
    /// Attendance on a day, `yyyy-mm-dd`.
    case day(String)

    init(_ text: String) {
        let id = text.hasPrefix("assignment ") ? ID(String(text.dropFirst(11))) : nil
        let day = text.hasPrefix("day ") ? String(text.dropFirst(4)) : nil
        switch text {
        case "id": self = .id
        case "name": self = .name
        case "number": self = .number
        case "new": self = .new
        case _ where id != nil: self = id.map { .assignment($0) } ?? .nothing
        case _ where day.map({ LocalTime(day: $0) != nil }) == true: self = day.map { .day($0) } ?? .nothing
        default: self = .nothing
        }
    }

    var text: String {
        switch self {
        case .nothing: ""
        case .id: "id"
        case .name: "name"
        case .number: "number"
        case .new: "new"
        case .assignment(let id): "assignment \(id)"
        case .day(let day): "day \(day)"
        }
    }
}

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
