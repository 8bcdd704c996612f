/// An Excel workbook of several sheets with formulas, each with the value that it had when the file was made. Sheets
/// are written one after the other, row by row; the packed bytes are taken after the last.
///
/// `XLSXWriter` streams one list of any length; this is for workbooks in which people continue to calculate.
package final class WorkbookWriter {
    /// How a cell looks. The raw value is its index in the workbook's formats.
    package enum Style: Int, CaseIterable, Sendable {
        case plain, title, head, columnHead, day, quiet, tenths, centred, sum, sumText, guarded
    }

    package enum Value: Sendable {
        case text(String)
        /// Exact: `decimal(875, places: 1)` is 87.5.
        case decimal(Int, places: Int)
        case real(Double)
    }

    package enum Cell: Sendable {
        case empty(Style = .plain)
        case text(String, Style = .plain)
        case decimal(Int, places: Int, Style = .plain)
        /// Days since 1970-01-01.
        case day(Int)
        /// Without the equals sign; with its present value.
        case formula(String, Value, Style = .plain)
    }

    private var zip = ZipWriter(capacity: 2 * SheetFormat.chunk, level: 6)
    private var xml = Output(capacity: 3 * SheetFormat.chunk)
    private let cellText = CellText()
    private let isRightToLeft: Bool
    private var sheets: [SheetSettings] = []
    private var columns: [String] = []
    private var row = 0

    package init(rightToLeft: Bool) {
        isRightToLeft = rightToLeft
        zip.store("_rels/.rels", Workbook.rootRelations)
        zip.store("docProps/app.xml", Workbook.properties)
        zip.store("xl/styles.xml", WorkbookStyles.xml)
    }

    package func begin(_ sheet: SheetSettings) {
        sheets.append(sheet)
        while columns.count < sheet.columns.count { columns.append(Workbook.columnName(columns.count)) }
        row = 0
        zip.open("xl/worksheets/sheet\(sheets.count).xml")
        xml.append(string: sheet.start(isFirst: sheets.count == 1, isRightToLeft: isRightToLeft))
    }

    /// Writes the next row, starting at the first column.
    package func write(_ cells: [Cell], isHidden: Bool = false, height: Int? = nil) {
        row += 1
        precondition(cells.count <= columns.count, "a row is no longer than its sheet")
        xml.append(string: "<row r=\"\(row)\"\(isHidden ? " hidden=\"1\"" : "")")
        if let height { xml.append(string: " ht=\"\(height)\" customHeight=\"1\"") }
        xml.append(">")
        for (column, cell) in cells.enumerated() { write(cell, at: column) }
        xml.append("</row>")
        if xml.count >= SheetFormat.chunk { flush() }
    }

    private func write(_ cell: Cell, at column: Int) {
        switch cell {
        case .empty(.plain): break
        case .empty(let style):
            open(column, style)
            xml.append("/>")
        case .text("", let style): write(.empty(style), at: column)
        case .text(let text, let style):
            var text = text
            text.withUTF8 { utf8 in
                guard let start = utf8.baseAddress else { return }
                open(column, style == .plain && Formula.threatens(start, utf8.count) ? .guarded : style)
                xml.append(" t=\"inlineStr\"><is><t")
                cellText.append(start, utf8.count, to: &xml)
                xml.append("</t></is></c>")
            }
        case .decimal(let value, let places, let style):
            open(column, style)
            xml.append("><v>")
            append(.decimal(value, places: places))
            xml.append("</v></c>")
        case .day(let days):
            open(column, .day)
            xml.append(string: "><v>\(days + 25_569)</v></c>")
        case .formula(let formula, let value, let style):
            open(column, style)
            if case .text = value { xml.append(" t=\"str\"") }
            xml.append("><f>")
            xml.append(string: SheetName.escaped(formula))
            xml.append("</f><v>")
            append(value)
            xml.append("</v></c>")
        }
    }

    private func open(_ column: Int, _ style: Style) {
        xml.append("<c r=\"")
        xml.append(string: columns[column])
        xml.append(string: "\(row)\"")
        if style != .plain { xml.append(string: " s=\"\(style.rawValue)\"") }
    }

    private func append(_ value: Value) {
        switch value {
        case .text(let text): xml.append(string: SheetName.escaped(text))
        case .decimal(let value, let places):
            xml.end(at: Digits.decimal(Int64(value), places: places, at: xml.reserve(Digits.longest)))
        // Fifteen digits, which is what spreadsheets show and store.
        case .real(let number): xml.append(string: CellValue.fifteenDigits(number))
        }
    }

    package func end() {
        xml.append(string: sheets[sheets.count - 1].end)
        flush()
        zip.close()
    }

    private func flush() {
        zip.write(xml.start, xml.count)
        xml.drain { _ in }
    }

    /// Returns the whole file. Nothing can be written afterwards.
    package func finish() -> [UInt8] {
        let all = sheets.map { Workbook.Sheet(name: SheetName($0.name, number: 1), rows: 0) }
        zip.store("[Content_Types].xml", Workbook.contentTypes(all))
        zip.store("xl/workbook.xml", Workbook.calculated(sheets))
        zip.store("xl/_rels/workbook.xml.rels", Workbook.relations(all))
        zip.finish()
        return zip.output.drain { [UInt8]($0) }
    }
}

/// The settings of a sheet of a `WorkbookWriter`.
package struct SheetSettings: Sendable {
    package struct Column: Sendable {
        package var width: Int
        package var isHidden: Bool

        package init(width: Int, isHidden: Bool = false) { (self.width, self.isHidden) = (width, isHidden) }
    }

    /// Colours the cells of a range for which the formula is true. The formula is written for the first cell.
    package struct Colour: Sendable {
        /// The raw value is its index in the workbook's colours.
        package enum Look: Int, Sendable { case bad, warn, good, quiet }

        package var range: String
        package var formula: String
        package var look: Look

        package init(_ range: String, where formula: String, _ look: Look) {
            (self.range, self.formula, self.look) = (range, formula, look)
        }
    }

    /// Unique in the workbook.
    package var name: String
    package var columns: [Column]
    /// Rows and columns that stay visible when scrolling; the rows are repeated on each printed page.
    package var frozen: (rows: Int, columns: Int)
    package var colours: [Colour]
    /// The footer of each printed page.
    package var foot: String

    package init(
        _ name: String, columns: [Column], frozen: (rows: Int, columns: Int), colours: [Colour] = [], foot: String
    ) {
        self.name = SheetName(name, number: 1).text
        (self.columns, self.frozen, self.colours, self.foot) = (columns, frozen, colours, foot)
    }

    /// The prefix of an address in a formula.
    package var reference: String { "'" + name.replacing("'", with: "''") + "'!" }
}

/// The addresses of cells in formulas. Columns count from 0, rows from 1.
package enum SheetAddress {
    package static func column(_ column: Int) -> String { Workbook.columnName(column) }

    package static func cell(_ column: Int, _ row: Int) -> String { "\(Workbook.columnName(column))\(row)" }

    /// The absolute address, which stays the same when the formula is copied.
    package static func fixed(_ column: Int, _ row: Int) -> String { "$\(Workbook.columnName(column))$\(row)" }
}

extension SheetSettings {
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    /// The XML before the first row.
    func start(isFirst: Bool, isRightToLeft: Bool) -> String {
        let corner = SheetAddress.cell(frozen.columns, frozen.rows + 1)
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <worksheet xmlns="\(Self.main)"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
            <sheetViews><sheetView\(isRightToLeft ? #" rightToLeft="1""# : "")\(isFirst ? #" tabSelected="1""# : "") \
            workbookViewId="0"><pane\(frozen.columns > 0 ? #" xSplit="\#(frozen.columns)""# : "") ySplit="\(frozen.rows)" \
            topLeftCell="\(corner)" activePane="\(frozen.columns > 0 ? "bottomRight" : "bottomLeft")" state="frozen"/>\
            </sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>\
            \(columns.enumerated().map { index, column in
                #"<col min="\#(index + 1)" max="\#(index + 1)" width="\#(column.width)" customWidth="1""#
                    + (column.isHidden ? #" hidden="1"/>"# : "/>")
            }.joined())\
            </cols><sheetData>
            """
    }

    /// The XML after the last row, in the order that the format requires.
    var end: String {
        let colours = colours.enumerated().map { index, colour in
            #"<conditionalFormatting sqref="\#(colour.range)"><cfRule type="expression" dxfId="\#(colour.look.rawValue)" "#
                + #"priority="\#(index + 1)"><formula>\#(SheetName.escaped(colour.formula))</formula></cfRule>"#
                + "</conditionalFormatting>"
        }
        // In a footer an ampersand begins a code, and two mean one.
        let foot = SheetName.escaped(String(foot.prefix(100)).replacing("&", with: "&&"))
        return """
            </sheetData>\(colours.joined())\
            <pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>\
            <pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>\
            <headerFooter><oddFooter>&amp;L\(foot)&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>
            """
    }
}

extension Workbook {
    /// The part that names the sheets. Stored values are computed again when the file is opened, so they are never
    /// out of date.
    static func calculated(_ sheets: [SheetSettings]) -> String {
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let titles = sheets.enumerated().map { index, sheet in
            let rows = "\(sheet.reference)$1:$\(sheet.frozen.rows)"
            let name =
                sheet.frozen.columns > 0
                ? "\(sheet.reference)$A:$\(columnName(sheet.frozen.columns - 1)),\(rows)" : rows
            return
                #"<definedName name="_xlnm.Print_Titles" localSheetId="\#(index)">\#(SheetName.escaped(name))</definedName>"#
        }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <workbook xmlns="\(main)" xmlns:r="\(relations)"><bookViews><workbookView/></bookViews><sheets>\
            \(sheets.enumerated().map { index, sheet in
                #"<sheet name="\#(SheetName.escaped(sheet.name))" sheetId="\#(index + 1)" r:id="rId\#(index + 1)"/>"#
            }.joined())\
            </sheets><definedNames>\(titles.joined())</definedNames><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>
            """
    }
}

/// The formats and colours of a `WorkbookWriter`, in the order of `WorkbookWriter.Style` and
/// `SheetSettings.Colour.Look`.
private enum WorkbookStyles {
    static let xml = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2">\
        <numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0"/></numFmts>\
        <fonts count="4"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
        <font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
        <font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font>\
        <font><sz val="10"/><color rgb="FF5F6B7A"/><name val="Calibri"/><family val="2"/></font></fonts>\
        <fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
        <fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F7"/></patternFill></fill></fills>\
        <borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>\
        <border><left/><right/><top/><bottom style="thin"><color rgb="FFB8C2CF"/></bottom><diagonal/></border></borders>\
        <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
        <cellXfs count="\(WorkbookWriter.Style.allCases.count)">\(WorkbookWriter.Style.allCases.map(format).joined())</cellXfs>\
        <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
        <dxfs count="4">\(colour("FF9C0006", "FFFFC7CE"))\(colour("FF7F6000", "FFFFEB9C"))\(colour("FF006100", "FFC6EFCE"))\
        \(colour("FF5F6B7A", "FFE7EBF0"))</dxfs></styleSheet>
        """

    private static func format(_ style: WorkbookWriter.Style) -> String {
        func format(number: Int = 0, font: Int = 0, fill: Int = 0, border: Int = 0, _ more: String = "/>") -> String {
            #"<xf numFmtId="\#(number)" fontId="\#(font)" fillId="\#(fill)" borderId="\#(border)" xfId="0" "#
                + #"applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1""# + more
        }
        let centred = #" applyAlignment="1"><alignment horizontal="center"/></xf>"#
        return switch style {
        case .plain: format()
        case .title: format(font: 2)
        case .head:
            format(
                font: 1, fill: 2, border: 1, #" applyAlignment="1"><alignment wrapText="1" vertical="center"/></xf>"#)
        case .columnHead:
            format(
                font: 1, fill: 2, border: 1,
                #" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>"#)
        case .day: format(number: 164, font: 3, centred)
        case .quiet: format(font: 3, centred)
        case .tenths: format(number: 165, centred)
        case .centred: format(centred)
        case .sum: format(number: 165, font: 1, fill: 2, centred)
        case .sumText: format(font: 1, fill: 2, centred)
        case .guarded: format(#" quotePrefix="1"/>"#)
        }
    }

    private static func colour(_ text: String, _ ground: String) -> String {
        #"<dxf><font><color rgb="\#(text)"/></font><fill><patternFill><bgColor rgb="\#(ground)"/></patternFill></fill></dxf>"#
    }
}
