/// Reads one sheet of a workbook, by default the first visible one. Reads a formula's stored value; returns dates and
/// times as ISO 8601; treats hidden and merged cells like others.
///
/// The packed file stays in memory, since a ZIP's directory is at its end; rows are unpacked and parsed piece by
/// piece.
package final class XLSXReader: SheetReader {
    private let rows: SheetRows
    private let stream: XMLStream

    /// - Parameter columns: the most that a row may have.
    package init(_ file: [UInt8], at place: SheetPlace = .visible(0), columns: Int = SheetLimits.columns)
        throws(SheetProblem)
    {
        let zip = try ZipReader(file)
        if try Self.isOpenDocument(zip) { throw SheetProblem(.openDocument) }
        let parts = WorkbookParts()
        let path = try parts.read(zip, at: place)
        let shared = SharedTexts()
        if let part = try zip.part("xl/sharedStrings.xml") { try XMLStream(part, shared).run() }
        guard let part = try zip.part(path) else { throw SheetProblem(.noSheet) }
        rows = SheetRows(parts, shared.texts, mostText: SheetLimits.text(from: file.count), mostColumns: columns)
        stream = try XMLStream(part, rows)
    }

    /// Returns a row for each of the workbook's sheets: its name, and a second cell if it is hidden.
    package static func sheets(of file: [UInt8]) throws(SheetProblem) -> [SheetRow] {
        let zip = try ZipReader(file)
        if try isOpenDocument(zip) { throw SheetProblem(.openDocument) }
        return try WorkbookParts().names(zip).enumerated().map { index, sheet in
            SheetRow(number: index + 1, cells: sheet.isHidden ? [sheet.name, "hidden"] : [sheet.name])
        }
    }

    /// An OpenDocument file names its type in a part of its own.
    private static func isOpenDocument(_ zip: ZipReader) throws(SheetProblem) -> Bool {
        guard let part = try zip.part("mimetype") else { return false }
        let type = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { type.deallocate() }
        return type[..<(try part.read(type))].starts(with: Array("application/vnd.oasis.opendocument".utf8))
    }

    package func next() throws -> SheetRow? { try row() }

    /// The same with a typed error.
    package func row() throws(SheetProblem) -> SheetRow? {
        while true {
            if let row = rows.take() { return row }
            // The last piece may have completed rows as well.
            guard try stream.step() else { return rows.take() }
        }
    }
}

/// The rows of a sheet's XML, while it is parsed.
private final class SheetRows: XMLHandler {
    private let parts: WorkbookParts
    private let shared: [String]
    /// The limit for the bytes of all cells together; `text` counts those so far.
    private let mostText: Int
    private let mostColumns: Int
    private var text = 0
    private var rowSize = 0
    private var ready: [SheetRow] = []
    private var taken = 0
    private var row = 0
    private var column = 0
    private var cells: [String] = []
    private var faults: [Int: SheetRow.Fault] = [:]
    private var texts: Set<Int> = []
    private var hasFormula = false
    private var kind = ""
    private var style = 0
    private var value: [UInt8] = []
    private var isReading = false
    private var readings = 0

    init(_ parts: WorkbookParts, _ shared: [String], mostText: Int, mostColumns: Int) {
        self.mostColumns = min(mostColumns, SheetLimits.mostColumns)
        self.parts = parts
        self.shared = shared
        self.mostText = mostText
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
            hasFormula = false
            value.removeAll(keepingCapacity: true)
        } else if name == "v" || name == "t" {
            isReading = readings == 0
        } else if name == "f" {
            hasFormula = true
        } else if name == "rPh" {
            readings += 1
        } else if name == "row" {
            row = max(row + 1, attributes["r"].flatMap { Int($0) } ?? 0)
            guard row <= SheetLimits.rows else { throw SheetProblem(.manyRows, row: SheetLimits.rows) }
            (column, cells, faults, texts, rowSize) = (0, [], [:], [], 0)
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
            try keep(shown())
        } else if name == "row" {
            if !cells.isEmpty { ready.append(SheetRow(number: row, cells: cells, faults: faults, texts: texts)) }
            (cells, faults, texts) = ([], [:], [])
        }
    }

    private func keep(_ text: String) throws(SheetProblem) {
        // A text that is empty on purpose, such as the result of `=""`, is stored as an empty string.
        let isMissing = hasFormula && value.isEmpty && kind != "str"
        guard !text.isEmpty || isMissing else { return }
        guard column >= 1, column <= mostColumns else {
            throw SheetProblem(.manyColumns, row: row, column: column)
        }
        let added = text.utf8.count + SheetLimits.emptyCell * max(0, column - cells.count)
        rowSize += added
        guard rowSize <= SheetLimits.row else { throw SheetProblem(.longRow, row: row, column: column) }
        self.text += added
        guard self.text <= mostText else { throw SheetProblem(.bomb) }
        while cells.count < column { cells.append("") }
        cells[column - 1] = text
        faults[column - 1] = isMissing ? .noValue : kind == "e" ? .error : nil
        if kind == "s" || kind == "inlineStr" || kind == "str", Self.looksLikeNumber(text) { texts.insert(column - 1) }
    }

    /// True for a short text with a digit, and with a sign that stands before decimals or between groups of digits.
    private static func looksLikeNumber(_ text: String) -> Bool {
        text.utf8.count <= 60 && text.contains { $0.isWholeNumber } && text.contains { ".,٫٬".contains($0) }
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
            return switch form {
            case .number: CellValue.number(text)
            case .percent(let places): CellValue.percent(text, places: places)
            case .date, .time, .dateTime: CellValue.moment(text, form, from1904: parts.hasDatesFrom1904)
            case .elapsed: CellValue.elapsed(text)
            }
        // The dates of strict workbooks.
        case "d":
            let form = parts.forms.indices.contains(style) ? parts.forms[style] : .dateTime
            return CellValue.moment(iso: String(decoding: value, as: UTF8.self), form)
        // Errors such as #N/A.
        default: return String(decoding: value, as: UTF8.self)
        }
    }

    /// Returns 28 for `AB12`; 0 for a text that is no address.
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
