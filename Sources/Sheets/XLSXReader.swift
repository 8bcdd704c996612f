/// Reads the first visible sheet of a workbook. Of a formula its stored value is taken; dates and times come as ISO
/// 8601 writes them; hidden and merged cells are cells like others.
///
/// The packed file is held in memory, since a ZIP's directory stands at its end; rows are
/// unpacked and parsed piece by piece.
package final class XLSXReader: SheetReader {
    private let rows: SheetRows
    private let stream: XMLStream

    package init(_ file: [UInt8]) throws(SheetProblem) {
        let zip = try ZipReader(file)
        let parts = WorkbookParts()
        let path = try parts.read(zip)
        let shared = SharedTexts()
        if let part = try zip.part("xl/sharedStrings.xml") { try XMLStream(part, shared).run() }
        guard let part = try zip.part(path) else { throw SheetProblem(.noSheet) }
        rows = SheetRows(parts, shared.texts)
        stream = try XMLStream(part, rows)
    }

    package func next() throws -> SheetRow? {
        while true {
            if let row = rows.take() { return row }
            // The last piece may have ended rows as well.
            guard try stream.step() else { return rows.take() }
        }
    }
}

/// The rows of a sheet's XML, while it is parsed.
private final class SheetRows: XMLHandler {
    private let parts: WorkbookParts
    private let shared: [String]
    private var ready: [SheetRow] = []
    private var taken = 0
    private var row = 0
    private var column = 0
    private var cells: [String] = []
    private var kind = ""
    private var style = 0
    private var value: [UInt8] = []
    private var isReading = false
    private var readings = 0

    init(_ parts: WorkbookParts, _ shared: [String]) {
        self.parts = parts
        self.shared = shared
    }

    func take() -> SheetRow? {
        guard taken < ready.count else {
            ready.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        taken += 1
        return ready[taken - 1]
    }

    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem) {
        if name == "c" {
            column = attributes["r"].map { Self.column($0) } ?? column + 1
            kind = attributes["t"] ?? "n"
            style = attributes["s"].flatMap { Int($0) } ?? 0
            value.removeAll(keepingCapacity: true)
        } else if name == "v" || name == "t" {
            isReading = readings == 0
        } else if name == "rPh" {
            readings += 1
        } else if name == "row" {
            row = max(row + 1, attributes["r"].flatMap { Int($0) } ?? 0)
            guard row <= SheetLimits.rows else { throw SheetProblem(.manyRows, row: SheetLimits.rows) }
            (column, cells) = (0, [])
        }
    }

    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem) {
        guard isReading else { return }
        guard value.count + utf8.count <= SheetLimits.cell else {
            throw SheetProblem(.longCell, row: row, column: column)
        }
        value.append(contentsOf: utf8)
    }

    func ended(_ name: XMLName) throws(SheetProblem) {
        if name == "v" || name == "t" {
            isReading = false
        } else if name == "rPh" {
            readings -= 1
        } else if name == "c" {
            let text = try shown()
            guard !text.isEmpty else { return }
            guard column >= 1, column <= SheetLimits.columns else {
                throw SheetProblem(.manyColumns, row: row, column: column)
            }
            while cells.count < column { cells.append("") }
            cells[column - 1] = text
        } else if name == "row" {
            if !cells.isEmpty { ready.append(SheetRow(number: row, cells: cells)) }
            cells = []
        }
    }

    private func shown() throws(SheetProblem) -> String {
        if value.isEmpty { return "" }
        switch kind {
        case "s":
            guard let index = Int(String(decoding: value, as: UTF8.self)), shared.indices.contains(index) else {
                throw SheetProblem(.damaged, row: row, column: column)
            }
            return shared[index]
        case "inlineStr", "str": return CellValue.unescaped(value)
        case "b": return value == [0x31] ? "true" : "false"
        case "n":
            let text = String(decoding: value, as: UTF8.self)
            let form = parts.forms.indices.contains(style) ? parts.forms[style] : .number
            return form == .number
                ? CellValue.number(text) : CellValue.moment(text, form, from1904: parts.hasDatesFrom1904)
        // Faults like #N/A, and the ISO dates of strict workbooks.
        default: return String(decoding: value, as: UTF8.self)
        }
    }

    /// `AB12` is 28; 0 for what is no address.
    private static func column(_ address: String) -> Int {
        var column = 0
        for byte in address.utf8 {
            guard (0x41...0x5A).contains(byte & 0xDF), byte > 0x40 else { break }
            column = column * 26 + Int(byte & 0xDF) - 0x40
            if column > 16_384 { return 16_385 }
        }
        return column
    }
}
