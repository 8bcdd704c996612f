/// An Excel workbook, streamed: text as inline strings, never a formula. Rows beyond a sheet's limit continue in the
/// next sheet, under the same header.
package final class XLSXWriter: SheetWriter {
    // Unchecked: see CSVWriter.
    @exclusivity(unchecked) private var zip: ZipWriter
    @exclusivity(unchecked) private var xml = Output(capacity: 3 * SheetFormat.chunk)
    private let cellText = CellText()
    private let name: String
    private let rightToLeft: Bool
    /// Lines above the header, with an empty one between.
    private let above: [String]
    private let rowLimit: Int

    private var columns: [SheetColumn] = []
    private var lastColumn = ""
    private var sheets: [Workbook.Sheet] = []
    /// `<c r="B`, ready to copy.
    private var cells = Labels()
    private var column = 0
    private var isInRow = false
    private var sheetRow = 0
    /// The last row of the table, where others follow it in this sheet.
    private var tableEnd: Int?
    /// `sheetRow` as text in eight bytes, of which the first `rowDigits` are used.
    private var rowText: UInt64 = 0
    private var rowDigits = 0
    package private(set) var rows = 0

    package convenience init(name: String, rightToLeft: Bool = false, above: [String] = []) {
        self.init(name: name, rightToLeft: rightToLeft, above: above, rowLimit: 1_048_576)
    }

    private var headerRow: Int { above.isEmpty ? 1 : above.count + 2 }

    /// - Parameters:
    ///   - rowLimit: rows in a sheet with its header; Excel's limit is the default. For tests.
    ///   - level: of deflate. For 400,000 rows of 10 cells, level 1 takes 1.4 s and 41.9 MB, level 4 2.0 s and 37.7
    ///     MB, level 6 3.1 s and 36.2 MB (one core, zlib 1.2.13).
    ///   - wideFrom: see `ZipWriter`.
    init(
        name: String, rightToLeft: Bool = false, above: [String] = [], rowLimit: Int, level: Int32 = 1,
        wideFrom: UInt64 = 0xFFFF_FFFF
    ) {
        self.name = name
        precondition(rowLimit > (above.isEmpty ? 1 : above.count + 2), "a sheet has a header and rows")
        self.above = above
        self.rightToLeft = rightToLeft
        self.rowLimit = rowLimit
        zip = ZipWriter(capacity: 2 * SheetFormat.chunk, level: level, wideFrom: wideFrom)
    }

    package func begin(columns: [SheetColumn]) {
        precondition(self.columns.isEmpty && 1...16_384 ~= columns.count, "begin once, with 1…16,384 columns")
        self.columns = columns
        lastColumn = Workbook.columnName(columns.count - 1)
        for index in columns.indices {
            cells.add { label in
                label.append("<c r=\"")
                label.append(string: Workbook.columnName(index))
            }
        }
        zip.store("_rels/.rels", Workbook.rootRelations)
        // The second part, so that file(1) and similar programs recognise a workbook and not just any ZIP.
        zip.store("docProps/app.xml", Workbook.properties)
        zip.store("xl/styles.xml", Workbook.styles)
        openSheet()
    }

    private func openSheet() {
        sheets.append(Workbook.Sheet(name: SheetName(name, number: sheets.count + 1), rows: 0))
        zip.open("xl/worksheets/sheet\(sheets.count).xml")
        xml.append(
            string: Workbook.sheetStart(
                columns, isFirst: sheets.count == 1, rightToLeft: rightToLeft, header: headerRow))
        sheetRow = 0
        tableEnd = nil
        for line in above.isEmpty ? [] : above + [""] {
            openRow()
            var line = line
            line.withUTF8 { string(UnsafeRawBufferPointer($0), Workbook.Style.header) }
            while column < columns.count { empty() }
            closeRow()
        }
        openRow()
        for column in columns {
            var title = column.title
            title.withUTF8 { string(UnsafeRawBufferPointer($0), Workbook.Style.header) }
        }
        closeRow()
    }

    private func closeSheet() {
        let last = tableEnd ?? sheetRow
        sheets[sheets.count - 1].rows = last
        sheets[sheets.count - 1].header = headerRow
        xml.append(
            string: Workbook.sheetEnd(
                columns, lastColumn: lastColumn, header: headerRow, rows: last, rowLimit: rowLimit))
        flush()
        zip.close()
    }

    private func openRow() {
        if sheetRow == rowLimit {
            closeSheet()
            openSheet()
        }
        sheetRow += 1
        withUnsafeMutableBytes(of: &rowText) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            rowDigits = Digits.unsigned(UInt64(sheetRow), at: start) - start
        }
        xml.end(at: putRow(at: xml.reserve(32).put("<row r=\"")).put("\">"))
        isInRow = true
    }

    private func closeRow() {
        precondition(column == columns.count, "fewer cells than columns")
        xml.append("</row>")
        column = 0
        isInRow = false
    }

    @inline(__always)
    private func putRow(at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(end).storeBytes(of: rowText, as: UInt64.self)
        return end + rowDigits
    }

    private func flush() {
        zip.write(xml.start, xml.count)
        xml.drain { _ in }
    }

    /// Reserves at most `size` bytes after a cell's address, and writes `<c r="B17`.
    @inline(__always)
    private func cell(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        if !isInRow { openRow() }
        precondition(column < columns.count, "more cells than columns")
        if xml.count >= SheetFormat.chunk { flush() }
        let end = cells.put(column, at: xml.reserve(size + 32))
        column += 1
        return putRow(at: end)
    }

    package func text(_ utf8: UnsafeRawBufferPointer) {
        string(utf8, nil)
    }

    @inline(__always)
    private func string(_ utf8: UnsafeRawBufferPointer, _ style: StaticString?) {
        guard let text = utf8.baseAddress?.assumingMemoryBound(to: UInt8.self), utf8.count > 0 else { return empty() }
        var end = cell(96)
        if let style {
            end = end.put(style)
        } else if Formula.threatens(text, utf8.count) {
            end = end.put(Workbook.Style.guarded)
        }
        xml.end(at: end.put(#"" t="inlineStr"><is><t"#))
        cellText.append(text, utf8.count, to: &xml)
        xml.append("</t></is></c>")
    }

    /// Excel stores 15 digits. A longer number is written as text rather than wrongly.
    private static let exact: UInt64 = 999_999_999_999_999

    package func integer(_ value: Int64) {
        let isExact = value.magnitude <= Self.exact
        let end = cell(96)
        let start = isExact ? end.put(#""><v>"#) : end.put(Workbook.Style.guarded).put(#"" t="inlineStr"><is><t>"#)
        let tail = Digits.integer(value, at: start)
        xml.end(at: isExact ? tail.put("</v></c>") : tail.put("</t></is></c>"))
    }

    package func decimal(minorUnits: Int64, places: Int) {
        let isExact = minorUnits.magnitude <= Self.exact
        var end = cell(96)
        if !isExact {
            end = end.put(Workbook.Style.guarded).put(#"" t="inlineStr"><is><t>"#)
        } else {
            if places <= 4 { end = end.put(#"" s=""#).put(0x34 + UInt8(truncatingIfNeeded: places)) }
            end = end.put(#""><v>"#)
        }
        end = Digits.decimal(minorUnits, places: places, at: end)
        xml.end(at: isExact ? end.put("</v></c>") : end.put("</t></is></c>"))
    }

    package func bool(_ value: Bool) {
        xml.end(at: cell(32).put(#"" t="b"><v>"#).put(value ? 0x31 : 0x30).put("</v></c>"))
    }

    package func time(_ localMicroseconds: Int64) {
        guard let time = LocalTime(microseconds: localMicroseconds) else { return empty() }
        guard let serial = time.excelDay else {
            let end = time.putDate(at: cell(96).put(#"" t="inlineStr"><is><t>"#)).put(0x20)
            return xml.end(at: time.putClock(at: end).put("</t></is></c>"))
        }
        var end = Digits.unsigned(serial, at: cell(64).put(Workbook.Style.time).put(#""><v>"#))
        // Ten places have steps of 9 µs, so every program rounds back to the same second.
        let fraction = (UInt64(time.seconds) * 10_000_000_000 + 43_200) / 86_400
        if fraction > 0 { end = Digits.padded(fraction, 10, at: end.put(0x2E)) }
        xml.end(at: end.put("</v></c>"))
    }

    package func date(_ days: Int) {
        guard let day = LocalTime(days: days) else { return empty() }
        guard let serial = day.excelDay else {
            let end = cell(96).put(#"" t="inlineStr"><is><t>"#)
            return xml.end(at: day.putDate(at: end).put("</t></is></c>"))
        }
        let end = cell(64).put(Workbook.Style.date).put(#""><v>"#)
        xml.end(at: Digits.unsigned(serial, at: end).put("</v></c>"))
    }

    package func uuid(_ bytes: UnsafeRawBufferPointer) {
        let end = cell(96).put(#"" t="inlineStr"><is><t>"#)
        xml.end(at: Digits.uuid(bytes, at: end).put("</t></is></c>"))
    }

    package func empty() {
        if !isInRow { openRow() }
        precondition(column < columns.count, "more cells than columns")
        column += 1
    }

    package func endRow() {
        closeRow()
        rows += 1
    }

    package func endTable() { tableEnd = sheetRow }

    package func finish() {
        closeSheet()
        if let choices = Workbook.choiceSheet(columns) {
            sheets.append(choices.sheet)
            zip.open("xl/worksheets/sheet\(sheets.count).xml")
            xml.append(string: choices.xml)
            flush()
            zip.close()
        }
        zip.store("[Content_Types].xml", Workbook.contentTypes(sheets))
        zip.store("xl/workbook.xml", Workbook.workbook(sheets, lastColumn: lastColumn))
        zip.store("xl/_rels/workbook.xml.rels", Workbook.relations(sheets))
        zip.finish()
    }

    package var pending: Int { zip.output.count }

    package func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try zip.output.drain(body)
    }
}
