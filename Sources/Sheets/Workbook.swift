/// The small parts around the sheets. Those that name the sheets are written last, when the number of sheets is
/// known.
enum Workbook {
    struct Sheet {
        let name: SheetName
        /// The number of rows with the header.
        var rows: Int
        /// The row of the header.
        var header = 1
        /// True for the sheet with the values of the other sheets' drop-down lists.
        var isHidden = false
    }

    /// The end of a cell's address with its index in `cellXfs` below; decimals with 0…4 places use 4…8.
    enum Style {
        static let header: StaticString = #"" s="1"#
        static let time: StaticString = #"" s="2"#
        static let date: StaticString = #"" s="3"#
        /// Text that would become a formula if a person pressed F2 and Enter in its cell.
        static let guarded: StaticString = #"" s="9"#
    }

    private static let xml = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    static let rootRelations =
        xml + """
            <Relationships xmlns="\(package)/relationships"><Relationship Id="rId1" Type="\(relations)/officeDocument" \
            Target="xl/workbook.xml"/>\
            <Relationship Id="rId2" Type="\(relations)/extended-properties" Target="docProps/app.xml"/></Relationships>
            """

    static let properties =
        xml + """
            <Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">\
            <Application>Roost</Application></Properties>
            """

    static let styles =
        xml + """
            <styleSheet xmlns="\(main)"><numFmts count="5">\
            <numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
            <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="0.0"/>\
            <numFmt numFmtId="167" formatCode="0.000"/><numFmt numFmtId="168" formatCode="0.0000"/></numFmts>\
            <fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
            <font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
            <fills count="2"><fill><patternFill patternType="none"/></fill>\
            <fill><patternFill patternType="gray125"/></fill></fills>\
            <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
            <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
            <cellXfs count="10"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
            <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
            \([164, 165, 1, 166, 2, 167, 168].map(format).joined())\
            <xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>\
            <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
            """

    private static func format(_ number: Int) -> String {
        #"<xf numFmtId="\#(number)" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>"#
    }

    static func contentTypes(_ sheets: [Sheet]) -> String {
        xml + """
            <Types xmlns="\(package)/content-types">\
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
            <Default Extension="xml" ContentType="application/xml"/>\
            <Override PartName="/xl/workbook.xml" ContentType="\(type).sheet.main+xml"/>\
            <Override PartName="/docProps/app.xml" \
            ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>\
            <Override PartName="/xl/styles.xml" ContentType="\(type).styles+xml"/>\
            \(sheets.indices.map {
                #"<Override PartName="/xl/worksheets/sheet\#($0 + 1).xml" ContentType="\#(type).worksheet+xml"/>"#
            }.joined())\
            </Types>
            """
    }

    static func relations(_ sheets: [Sheet]) -> String {
        xml + """
            <Relationships xmlns="\(package)/relationships">\
            \(sheets.indices.map {
                #"<Relationship Id="rId\#($0 + 1)" Type="\#(relations)/worksheet" "#
                    + #"Target="worksheets/sheet\#($0 + 1).xml"/>"#
            }.joined())\
            <Relationship Id="rId\(sheets.count + 1)" Type="\(relations)/styles" Target="styles.xml"/></Relationships>
            """
    }

    /// Excel itself writes the hidden name for a sheet with a filter; without it some versions "repair" the file.
    static func workbook(_ sheets: [Sheet], lastColumn: String) -> String {
        xml + """
            <workbook xmlns="\(main)" xmlns:r="\(relations)"><bookViews><workbookView/></bookViews><sheets>\
            \(sheets.indices.map {
                #"<sheet name="\#(sheets[$0].name.xml)" sheetId="\#($0 + 1)"\#(sheets[$0].isHidden ? #" state="hidden""# : "") "#
                    + #"r:id="rId\#($0 + 1)"/>"#
            }.joined())\
            </sheets><definedNames>\
            \(sheets.indices.filter { !sheets[$0].isHidden }.map {
                #"<definedName name="_xlnm._FilterDatabase" localSheetId="\#($0)" hidden="1">"#
                    + "\(sheets[$0].name.quoted)!$A$\(sheets[$0].header):$\(lastColumn)$\(sheets[$0].rows)</definedName>"
            }.joined())\
            </definedNames></workbook>
            """
    }

    /// The XML before the first row.
    static func sheetStart(_ columns: [SheetColumn], isFirst: Bool, rightToLeft: Bool, header: Int) -> String {
        xml + """
            <worksheet xmlns="\(main)"><sheetViews><sheetView\(rightToLeft ? #" rightToLeft="1""# : "")\
            \(isFirst ? #" tabSelected="1""# : "") workbookViewId="0">\
            <pane ySplit="\(header)" topLeftCell="A\(header + 1)" activePane="bottomLeft" state="frozen"/>\
            <selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>\
            \(columns.indices.map {
                #"<col min="\#($0 + 1)" max="\#($0 + 1)" width="\#(min(columns[$0].width, 255))" customWidth="1"/>"#
            }.joined())\
            </cols><sheetData>
            """
    }

    static func sheetEnd(_ columns: [SheetColumn], lastColumn: String, header: Int, rows: Int, rowLimit: Int)
        -> String
    {
        #"</sheetData><autoFilter ref="A\#(header):\#(lastColumn)\#(rows)"/>\#(validations(columns, header, rowLimit))</worksheet>"#
    }

    private static let choices = SheetName("choices", number: 1)

    /// Drop-down lists for whole columns. A list written in place is limited to 255 characters, so all values go to a
    /// sheet of their own.
    private static func validations(_ columns: [SheetColumn], _ header: Int, _ rowLimit: Int) -> String {
        let chosen = columns.indices.filter { !columns[$0].choices.isEmpty }
        if chosen.isEmpty { return "" }
        let lists = chosen.enumerated().map { place, index in
            let (name, from) = (columnName(index), columnName(place))
            return
                #"<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="\#(name)\#(header + 1):\#(name)\#(rowLimit)">"#
                + "<formula1>\(choices.quoted)!$\(from)$1:$\(from)$\(columns[index].choices.count)</formula1></dataValidation>"
        }
        return #"<dataValidations count="\#(lists.count)">\#(lists.joined())</dataValidations>"#
    }

    /// Returns the sheet with the values, and its XML; nil if no column has choices.
    static func choiceSheet(_ columns: [SheetColumn]) -> (sheet: Sheet, xml: String)? {
        let lists = columns.map(\.choices).filter { !$0.isEmpty }
        guard let rows = lists.map(\.count).max() else { return nil }
        let cells = (0..<rows).map { row in
            let cells = lists.indices.filter { row < lists[$0].count }.map { column in
                #"<c r="\#(columnName(column))\#(row + 1)" t="inlineStr"><is><t>\#(SheetName.escaped(lists[column][row]))</t></is></c>"#
            }
            return #"<row r="\#(row + 1)">\#(cells.joined())</row>"#
        }
        return (
            Sheet(name: choices, rows: rows, isHidden: true),
            xml + #"<worksheet xmlns="\#(main)"><sheetData>\#(cells.joined())</sheetData></worksheet>"#
        )
    }

    /// A…Z, AA…XFD for 0…16,383.
    static func columnName(_ index: Int) -> String {
        var name = ""
        var rest = index + 1
        while rest > 0 {
            name = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + name
            rest = (rest - 1) / 26
        }
        return name
    }
}
