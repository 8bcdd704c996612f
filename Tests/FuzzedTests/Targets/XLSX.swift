// modules: Sheets
@testable import Sheets

/// Whole files: what calls itself a ZIP file, an OpenDocument sheet among them, and a workbook inside.
enum XLSX: Fuzzed {
    static let name = "xlsx"
    static let longest = 16_384

    static func read(_ bytes: [UInt8]) throws {
        guard let reader = try? XLSXReader(bytes) else { return }
        var last = 0
        while let row = try? reader.row() {
            try Broken.unless(row.number > last && row.cells.count <= SheetLimits.columns, "rows are in order")
            last = row.number
        }
    }
}
