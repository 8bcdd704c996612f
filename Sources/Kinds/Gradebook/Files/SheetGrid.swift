import JSON
import Sheets
import Web

/// The rows of an uploaded file, as texts, between the pages of the upload. Nothing is stored: the pages carry the
/// texts in hidden fields.
struct SheetGrid: Sendable {
    struct Row: Sendable {
        /// The row number that a spreadsheet shows.
        let number: Int
        let cells: [String]

        func cell(_ column: Int) -> String { cells.indices.contains(column) ? cells[column].trimmingSpaces : "" }
    }

    static let mostRows = 1000
    /// The limit for the bytes of all texts: a form must be able to send them back within the longest form allowed.
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
