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
        /// The columns whose cell is a text in a workbook, and looks like a number with a sign in it.
        var texts: Set<Int> = []

        func cell(_ column: Int) -> String { cells.indices.contains(column) ? cells[column].trimmingSpaces : "" }
    }

    static let mostRows = 1000
    /// A workbook of ours has the columns of two sheets.
    private static let mostColumns = SheetLimits.columns + SheetLimits.mostColumns
    /// The longest form, in bytes, with which a page sends the texts back: the largest class by all its days is half of it.
    static let longestForm = 4 << 20

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
        for one in json["texts"]?.elements ?? [] {
            let numbers = one.elements.compactMap(\.int)
            guard let row = numbers.first, self.rows.indices.contains(row) else { continue }
            self.rows[row].texts = Set(numbers.dropFirst())
        }
        guard self.titles.count <= Self.mostColumns, self.rows.count <= Self.mostRows else { return nil }
    }

    var text: String {
        let json = JSONText.object([
            ("titles", .array(titles.map { .string($0) })),
            ("rows", .array(rows.map { .array([.int($0.number)] + $0.cells.map { .string($0) }) })),
            (
                "texts",
                .array(
                    rows.enumerated().filter { !$0.element.texts.isEmpty }.map { index, row in
                        .array([.int(index)] + row.texts.sorted().map { .int($0) })
                    })
            ),
        ])
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// True if a form could not send the texts back, with the other fields beside them.
    var isTooLong: Bool {
        rows.count > Self.mostRows || titles.count > Self.mostColumns || formLength > Self.longestForm - 131_072
    }

    /// The length of the text in a form: each byte that is no letter, digit or sign of an address takes three.
    private var formLength: Int {
        text.utf8.reduce(0) { length, byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "*"),
                UInt8(ascii: " "):
                length + 1
            default: length + 3
            }
        }
    }
}
