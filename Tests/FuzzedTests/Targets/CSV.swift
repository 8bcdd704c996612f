// modules: Sheets
@testable import Sheets

/// Text files in any encoding. The first byte chooses the encoding and the length of the pieces in which the rest is read.
enum CSV: Fuzzed {
    static let name = "csv"

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        var sniffer = CSVSniffer()
        sniffer.add(file)
        let encodings = CSVDialect.Encoding.allCases
        let chosen = encodings.indices.contains(Int(first >> 4)) ? encodings[Int(first >> 4)] : nil
        guard let dialect = try? sniffer.dialect(chosen: chosen) else { return }
        let rows = rows(of: file, dialect, piece: 1 + Int(first & 15) * 7)
        try Broken.unless(rows == self.rows(of: file, dialect, piece: file.count + 1), "pieces change nothing")
        try Broken.unless(
            rows.allSatisfy { !$0.cells.isEmpty && $0.cells.count <= SheetLimits.columns }, "rows have some cells")
        try writeAndRead(rows)
    }

    /// The rows before the first fault.
    private static func rows(of file: [UInt8], _ dialect: CSVDialect, piece: Int) -> [SheetRow] {
        var at = 0
        let reader = CSVReader(dialect) {
            guard at < file.count else { return nil }
            defer { at += piece }
            return Array(file[at..<min(at + piece, file.count)])
        }
        var rows: [SheetRow] = []
        while let row = try? reader.next() { rows.append(row) }
        return rows
    }

    private static func writeAndRead(_ rows: [SheetRow]) throws {
        // In the place of a zero byte, which nothing else reads, another character is written.
        let isWritten = rows.allSatisfy { $0.cells.allSatisfy { !$0.utf8.contains(0) } }
        guard isWritten, let columns = rows.map(\.cells.count).max() else { return }
        let writer = CSVWriter()
        writer.begin(columns: (0..<columns).map { SheetColumn(id: "c\($0)", title: "c\($0)") })
        for row in rows {
            for column in 0..<columns { writer.text(row.cells.indices.contains(column) ? row.cells[column] : "") }
            writer.endRow()
        }
        writer.finish()
        let again = self.rows(of: writer.take(), CSVDialect(), piece: 65_536).dropFirst().map(\.cells)
        try Broken.unless(again == rows.map(\.cells), "what was written is read back equal")
    }
}
