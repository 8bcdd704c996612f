import Foundation
import Testing

@testable import Sheets

/// Workbooks as other programs write them, and as nobody should.
struct XLSXReaderTests {
    static func read(_ bytes: [UInt8]) throws -> [SheetRow] {
        let reader = try XLSXReader(bytes)
        var rows: [SheetRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    /// What a Python script writes to the file that is its first argument.
    static func made(_ script: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID()).xlsx")
        defer { try? FileManager.default.removeItem(at: file) }
        let said = try Written(CSVWriter(), columns: 1) { _ in }.python(
            "import sys; sys.argv[1] = sys.argv[2]\n" + script, [file.path])
        #expect(said == "")
        return Array(try Data(contentsOf: file))
    }

    /// A workbook with that sheet and whatever else `parts` has.
    private func workbook(_ sheet: String, parts: String = "") throws -> [UInt8] {
        try Self.made(
            #"""
            import zipfile
            main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
            parts = {
                "xl/workbook.xml": f'<workbook {main}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
                "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
                "xl/worksheets/sheet1.xml": f'<worksheet {main}><sheetData>' + r'''\#(sheet)''' + '</sheetData></worksheet>',
            }
            \#(parts)
            with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
                for name, text in parts.items(): z.writestr(name, text)
            """#)
    }

    private func problem(_ bytes: [UInt8]) -> SheetProblem? {
        do { _ = try Self.read(bytes) } catch { return error as? SheetProblem }
        return nil
    }

    @Test func `what openpyxl writes is read: shared texts, numbers, dates, truths, formulas, merged and hidden cells`()
        throws
    {
        let file = try Self.made(
            #"""
            import datetime, openpyxl
            book = openpyxl.Workbook()
            hidden = book.create_sheet("Hidden", 0); hidden.sheet_state = "hidden"; hidden["A1"] = "not this"
            sheet = book["Sheet"]
            sheet.append(["Text", "Number", "Day", "Moment", "Clock", "Yes", "Money"])
            sheet.append(["Zoë <&> 😀 \"x\"", 12, datetime.date(2026, 11, 20), datetime.datetime(2026, 11, 20, 9, 14), datetime.time(7, 30), True, 12.5])
            sheet.append([None, 0.1 + 0.2, datetime.date(1900, 3, 1), None, None, False, -1205])
            sheet["A5"] = "امید"; sheet["C5"] = 1e21; sheet["D5"] = 123456789012345
            sheet["G3"].number_format = '[Red]#,##0.00 "days"'
            sheet.merge_cells("A5:B6"); sheet.row_dimensions[2].hidden = True; sheet.column_dimensions["B"].hidden = True
            book.save(sys.argv[1])
            """#)
        #expect(
            try Self.read(file) == [
                SheetRow(number: 1, cells: ["Text", "Number", "Day", "Moment", "Clock", "Yes", "Money"]),
                SheetRow(
                    number: 2,
                    cells: ["Zoë <&> 😀 \"x\"", "12", "2026-11-20", "2026-11-20 09:14:00", "07:30:00", "true", "12.5"]),
                SheetRow(number: 3, cells: ["", "0.3", "1900-03-01", "", "", "false", "-1205"]),
                SheetRow(number: 5, cells: ["امید", "", "1e+21", "123456789012345"]),
            ])
    }

    @Test func `dates from 1904, rich text, readings beside a text, faults and a formula's stored value`() throws {
        let file = try workbook(
            "<row r=\"2\"><c r=\"A2\" s=\"1\"><v>0</v></c><c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"e\"><v>#N/A</v></c>"
                + "<c r=\"D2\" t=\"str\"><f>A1&amp;\"x\"</f><v>kept_x000A_</v></c><c t=\"inlineStr\"><is><r><t>a</t></r><r><t xml:space=\"preserve\"> b</t></r></is></c></row>",
            parts: #"""
                parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
                parts["xl/styles.xml"] = f'<styleSheet {main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
                parts["xl/sharedStrings.xml"] = f'<sst {main}><si><t>東</t><rPh><t>とう</t></rPh></si></sst>'
                """#)
        #expect(
            try Self.read(file) == [
                SheetRow(number: 2, cells: ["1904-01-01", "東", "#N/A", "kept\n", "a b"], faults: [2: .error])
            ])
    }

    @Test
    func `13.25: percent, dates and clocks as the sheet shows them; errors and formulas without a value are said`()
        throws
    {
        let file = try workbook(
            "<row><c s=\"1\"><v>0.125</v></c><c s=\"2\"><v>0.5</v></c><c s=\"3\"><v>46346.5</v></c>"
                + "<c s=\"4\"><v>46346.25</v></c><c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c>"
                + "<c t=\"str\"><f>\"\"</f><v></v></c><c><v>0.1</v></c></row>",
            parts: #"""
                parts["xl/styles.xml"] = f'<styleSheet {main}><numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="dd.mm.yyyy"/><numFmt numFmtId="172" formatCode="hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>'
                """#)
        #expect(
            try Self.read(file) == [
                SheetRow(
                    number: 1, cells: ["12.5%", "50%", "2026-11-20", "06:00:00", "#DIV/0!", "", "", "0.1"],
                    faults: [4: .error, 5: .noValue])
            ])
    }

    @Test
    func `13.25: durations over a day, months alone and the dates of strict workbooks are as the sheet shows them`()
        throws
    {
        let file = try workbook(
            "<row><c s=\"1\"><v>1.5</v></c><c s=\"2\"><v>0.0625</v></c><c s=\"3\"><v>46346</v></c>"
                + "<c t=\"d\" s=\"4\"><v>2026-11-20T00:00:00</v></c><c t=\"d\" s=\"5\"><v>2026-11-20T09:14:00.000Z</v></c>"
                + "<c t=\"d\" s=\"6\"><v>1899-12-31T09:14:00</v></c><c s=\"7\"><v>2.25</v></c></row>",
            parts: #"""
                parts["xl/styles.xml"] = f'<styleSheet {main}><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="[$-409][mm]:ss"/><numFmt numFmtId="172" formatCode="mmmm\ yyyy"/><numFmt numFmtId="173" formatCode="dd/mm/yyyy"/><numFmt numFmtId="174" formatCode="dd/mm/yyyy\ hh:mm"/><numFmt numFmtId="175" formatCode="hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="174"/><xf numFmtId="175"/><xf numFmtId="46"/></cellXfs></styleSheet>'
                """#)
        #expect(
            try Self.read(file) == [
                SheetRow(
                    number: 1,
                    cells: [
                        "36:00:00", "1:30:00", "2026-11-20", "2026-11-20", "2026-11-20 09:14:00", "09:14:00",
                        "54:00:00",
                    ])
            ])
    }

    @Test func `13.25: a sheet of OpenDocument is refused by its name`() throws {
        let parts = "parts = {'mimetype': 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>'}"
        #expect(problem(try workbook("", parts: parts)) == SheetProblem(.openDocument))
    }

    @Test func `13.12: a text counts with every cell that names it`() throws {
        let text = "parts['xl/sharedStrings.xml'] = '<sst><si><t>' + 'x' * 100_000 + '</t></si></sst>'\n"
        func rows(_ cells: Int, _ rows: Int) throws -> [UInt8] {
            try workbook(
                "",
                parts: text
                    + "parts['xl/worksheets/sheet1.xml'] = f'<worksheet {main}><sheetData>' + ('<row>' + '<c t=\"s\"><v>0</v></c>' * \(cells) + '</row>') * \(rows) + '</sheetData></worksheet>'"
            )
        }
        let wide = try rows(256, 1000)
        #expect(wide.count < 80_000)
        #expect(problem(wide) == SheetProblem(.longRow, row: 1, column: 6))
        #expect(problem(try rows(5, 1000)) == SheetProblem(.bomb))
        #expect(try Self.read(rows(5, 3)).count == 3)
        let long = "parts['xl/sharedStrings.xml'] = '<sst><si><t>' + 'x' * 200_000 + '</t></si></sst>'"
        #expect(problem(try workbook("", parts: long)) == SheetProblem(.longCell))
    }

    @Test func `13.12: what grows a hundred times when it is unpacked is a bomb, long before half a gigabyte`() throws {
        let empty =
            "parts['xl/worksheets/sheet1.xml'] = '<worksheet><sheetData>' + '<row/>' * 8_000_000 + '</sheetData></worksheet>'"
        let file = try workbook("", parts: empty)
        #expect(file.count < 80_000)
        #expect(problem(file) == SheetProblem(.bomb))
    }

    @Test func `bombs, tricks, passwords, entities and damage are refused, each by its name`() throws {
        let row = "<row><c t=\"inlineStr\"><is><t>x</t></is></c></row>"
        #expect(try Self.read(workbook(row)).map(\.cells) == [["x"]])
        #expect(problem([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]) == SheetProblem(.encrypted))
        #expect(problem(Array("PK no archive".utf8)) == SheetProblem(.notWorkbook))
        #expect(problem(Array("a,b".utf8)) == SheetProblem(.notWorkbook))
        for name in ["../evil", "/etc/passwd", "xl\\..\\x", "C:x"] {
            #expect(problem(try workbook(row, parts: "parts[r'\(name)'] = 'x'")) == SheetProblem(.pathTrick), "\(name)")
        }
        let entities =
            "parts['xl/worksheets/sheet1.xml'] = '<!DOCTYPE x [<!ENTITY a \"aaaa\">]>' + parts['xl/worksheets/sheet1.xml']"
        #expect(problem(try workbook(row, parts: entities)) == SheetProblem(.declaresEntities))
        #expect(
            problem(
                try workbook(row, parts: "parts['xl/worksheets/sheet1.xml'] = parts['xl/worksheets/sheet1.xml'][:-20]"))
                == SheetProblem(.damaged))
        #expect(problem(try workbook(row, parts: "del parts['xl/worksheets/sheet1.xml']")) == SheetProblem(.noSheet))
        #expect(problem(try workbook(row, parts: "del parts['xl/workbook.xml']")) == SheetProblem(.notWorkbook))
        #expect(
            problem(try workbook(row, parts: "parts['xl/media/huge'] = b'\\0' * (600 << 20)")) == SheetProblem(.bomb))
        let tag = "parts['xl/worksheets/sheet1.xml'] = '<worksheet a=\"' + 'x' * (20 << 20) + '\"/>'"
        #expect(problem(try workbook(row, parts: tag)) == SheetProblem(.bomb))
        let texts = "parts['xl/sharedStrings.xml'] = '<sst>' + '<si><t/></si>' * 5_000_000 + '</sst>'"
        #expect(problem(try workbook(row, parts: texts)) == SheetProblem(.bomb))
        #expect(
            problem(try workbook("<row><c r=\"C7\" t=\"s\"><v>7</v></c></row>"))
                == SheetProblem(.damaged, row: 1, column: 3))
        let long = "<row r=\"9\"><c r=\"B9\" t=\"str\"><v>' + 'x' * 200_000 + r'</v></c></row>"
        #expect(
            problem(
                try workbook(
                    long,
                    parts:
                        "parts['xl/worksheets/sheet1.xml'] = parts['xl/worksheets/sheet1.xml'].replace(\"' + 'x' * 200_000 + r'\", 'x' * 200_000)"
                )) == SheetProblem(.longCell, row: 9, column: 2))
        let zip64 = try workbook(row)
        let end = try #require(zip64.indices.last { zip64[$0...].starts(with: [0x50, 0x4B, 5, 6]) })
        let locator: [UInt8] = [0x50, 0x4B, 6, 7] + Array(repeating: 0, count: 16)
        #expect(problem(Array(zip64[..<end]) + locator + Array(zip64[end...])) == SheetProblem(.zip64))
    }

    @Test func `a template offers its choices in lists that openpyxl sees, on a sheet that nobody sees`() throws {
        let columns = [
            SheetColumn(id: "a", title: "A"), SheetColumn(id: "b", title: "Plan", choices: ["free", "a,b", "<&>"]),
            SheetColumn(id: "c", title: "Country", choices: (0..<249).map { "C\($0)" }),
        ]
        let written = Written(XLSXWriter(name: "Users"), columns: columns) { $0.row("x", "free", "C1") }
        #expect(
            try written.python(
                """
                import openpyxl, sys
                book = openpyxl.load_workbook(sys.argv[1])
                print([(s.title, s.sheet_state) for s in book.worksheets])
                print([(str(v.sqref), v.type, v.formula1) for v in book.worksheets[0].data_validations.dataValidation])
                print([c.value for c in book["choices"]["A"]][:3], book["choices"]["B249"].value)
                """)
                    == """
                    [('Users', 'visible'), ('choices', 'hidden')]
                    [('B2:B1048576', 'list', "'choices'!$A$1:$A$3"), ('C2:C1048576', 'list', "'choices'!$B$1:$B$249")]
                    ['free', 'a,b', '<&>'] C248
                    """)
        #expect(try Self.read(written.bytes).map(\.cells) == [["A", "Plan", "Country"], ["x", "free", "C1"]])
    }
}
