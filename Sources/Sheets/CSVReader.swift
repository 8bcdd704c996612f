/// Reads RFC 4180 and the variants that people really send: any line end, also a bare CR; text after a closing quote,
/// which belongs to the cell as in Excel; a quote in the middle of a cell, which is an ordinary character; rows of
/// unequal length.
///
/// Removes each `'` that `CSVWriter` puts before dangerous text (see `Formula`).
package final class CSVReader: SheetReader {
    private let separator: UInt8
    private var decoder: TextDecoder
    private let source: () throws -> [UInt8]?
    private var chunk: [UInt8] = []
    private var at = 0
    private var isOver = false
    private var rows = 0
    private var skipsRow: Bool
    private var skipsLineFeed = false

    /// `source` returns the file's bytes, piece by piece, and nil at the end.
    package init(_ dialect: CSVDialect, source: @escaping () throws -> [UInt8]?) {
        separator = dialect.separator
        decoder = TextDecoder(dialect.encoding)
        skipsRow = dialect.hasSeparatorLine
        self.source = source
    }

    private func fill() throws -> Bool {
        while at == chunk.count {
            guard !isOver, let bytes = try source() else {
                isOver = true
                return false
            }
            chunk = decoder.decode(bytes)
            at = 0
        }
        return true
    }

    package func next() throws -> SheetRow? {
        while let cells = try row() {
            rows += 1
            if rows > SheetLimits.rows { throw SheetProblem(.manyRows, row: rows) }
            if skipsRow { skipsRow = false } else if !cells.isEmpty { return SheetRow(number: rows, cells: cells) }
        }
        return nil
    }

    private enum Place { case begin, plain, quoted, quoteSeen, behindQuote }

    /// Returns nil at the end of the file. Empty cells at the end of a row are dropped, so a blank line is empty.
    private func row() throws -> [String]? {
        var (cells, cell, place): ([String], [UInt8], Place) = ([], [], .begin)
        var (hasBreak, size) = (false, 0)
        guard try fill() else { return nil }
        func problem(_ reason: SheetProblem.Reason) -> SheetProblem {
            SheetProblem(reason, row: rows + 1, column: cells.count + 1)
        }
        func end() throws {
            if cells.count == SheetLimits.columns, !cell.isEmpty { throw problem(.manyColumns) }
            size += cell.count + SheetLimits.emptyCell
            if size > SheetLimits.row, !cell.isEmpty { throw problem(.longRow) }
            if cells.count < SheetLimits.columns { cells.append(Self.text(cell)) }
            cell.removeAll(keepingCapacity: true)
            (place, hasBreak) = (.begin, false)
        }
        func whole() throws -> [String] {
            try end()
            while cells.last?.isEmpty == true { cells.removeLast() }
            return cells
        }
        while try fill() {
            let byte = chunk[at]
            at += 1
            if skipsLineFeed {
                skipsLineFeed = false
                if byte == 0x0A {
                    // The file may end right after a CRLF.
                    if cells.isEmpty, cell.isEmpty, place == .begin, try !fill() { return nil }
                    continue
                }
            }
            switch (place, byte) {
            case (.begin, UInt8(ascii: "\"")): place = .quoted
            case (.quoted, UInt8(ascii: "\"")): place = .quoteSeen
            case (.quoteSeen, UInt8(ascii: "\"")):
                cell.append(byte)
                place = .quoted
            case (.quoted, _):
                if byte == 0x0A || byte == 0x0D { hasBreak = true }
                cell.append(byte)
            case (_, separator): try end()
            case (_, 0x0D):
                skipsLineFeed = true
                return try whole()
            case (_, 0x0A): return try whole()
            default:
                cell.append(byte)
                place = place == .quoteSeen || place == .behindQuote ? .behindQuote : .plain
            }
            if cell.count > SheetLimits.cell {
                // A quote that is never closed puts all following text into its cell.
                throw problem(place == .quoted && hasBreak ? .openQuote : .longCell)
            }
        }
        if place == .quoted { throw problem(.openQuote) }
        return try whole()
    }

    private static func text(_ cell: [UInt8]) -> String { String(decoding: Formula.unguarded(cell), as: UTF8.self) }
}
