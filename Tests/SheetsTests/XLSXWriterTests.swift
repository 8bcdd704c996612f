import Testing

@testable import Sheets

struct XLSXWriterTests {
    private func cell(_ write: (any SheetWriter) -> Void) throws -> String {
        let rows = try Written(XLSXWriter(name: "Users"), columns: 1) {
            write($0)
            $0.endRow()
        }.sheetRows()
        return String(rows.dropFirst(#"<row r="2">"#.count).dropLast("</row>".count))
    }

    private func inline(_ text: String, style: String = "") -> String {
        #"<c r="A2"\#(style) t="inlineStr"><is><t>\#(text)</t></is></c>"#
    }

    @Test func `a cell of every kind`() throws {
        let rows = try Written(XLSXWriter(name: "Users"), columns: 9) { $0.rowOfEveryKind() }.sheetRows()
        let expected = [
            #"<row r="2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c>"#, #"<c r="B2"><v>-42</v></c>"#,
            #"<c r="C2" s="6"><v>-12.05</v></c>"#, #"<c r="D2" t="b"><v>1</v></c>"#,
            #"<c r="E2" s="2"><v>46346.3847222222</v></c>"#, #"<c r="F2" s="3"><v>46346</v></c>"#,
            #"<c r="G2" t="inlineStr"><is><t>00010203-0405-0607-0809-0a0b0c0d0e0f</t></is></c></row>"#,
        ]
        #expect(rows == expected.joined())
    }

    @Test(arguments: [
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("a\rb", "a_x000D_b"), ("a\u{1}\u{1F}", "a_x0001__x001F_"),
        ("_x0041_", "_x005F_x0041_"), ("_x0041", "_x0041"), ("a_b", "a_b"), ("_x004g_", "_x004g_"), ("a\nb", "a\nb"),
        ("_x0041\r", "_x005F_x0041_x000D_"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("Мария 😀", "Мария 😀"),
        ("a\0", "a\u{FFFD}"),
    ])
    func `text is escaped for XML and for Excel`(text: String, written: String) throws {
        let isSpaced = text.utf8.last.map { $0 <= 0x20 } == true
        let cell = try cell { $0.text(text) }.replacing(#" xml:space="preserve""#, with: isSpaced ? "" : "!")
        #expect(cell == inline(written))
    }

    @Test(arguments: [" a", "a ", "a\n", " "])
    func `spaces around a text are kept`(text: String) throws {
        #expect(
            try cell { $0.text(text) } == #"<c r="A2" t="inlineStr"><is><t xml:space="preserve">\#(text)</t></is></c>"#)
    }

    @Test func `text that looks like a formula is text, also after editing`() throws {
        #expect(try cell { $0.text("=1+1") } == inline("=1+1", style: #" s="9""#))
    }

    @Test func `a number too long for Excel is text`() throws {
        #expect(try cell { $0.integer(999_999_999_999_999) } == #"<c r="A2"><v>999999999999999</v></c>"#)
        #expect(try cell { $0.integer(1_000_000_000_000_000) } == inline("1000000000000000", style: #" s="9""#))
        #expect(
            try cell { $0.decimal(minorUnits: .min, places: 2) } == inline("-92233720368547758.08", style: #" s="9""#))
    }

    @Test func `days before March 1900 are text and infinity is nothing`() throws {
        #expect(try cell { $0.date(-25_508) } == #"<c r="A2" s="3"><v>61</v></c>"#)
        #expect(try cell { $0.date(-25_509) } == inline("1900-02-28"))
        #expect(try cell { $0.time(-3_000_000_000_000_000) } == inline("1874-12-07 18:40:00"))
        #expect(try cell { $0.time(.max) } == "")
    }

    @Test func `a text longer than Excel allows is cut with a mark`() throws {
        let fits = String(repeating: "x", count: 32_765) + "😀"
        #expect(try cell { $0.text(fits) } == inline(fits))
        #expect(try cell { $0.text(fits + "y") } == inline(String(repeating: "x", count: 32_765) + "…"))
        #expect(try cell { $0.text("y" + fits) } == inline("y" + String(repeating: "x", count: 32_765) + "…"))
    }

    @Test func `the sheet is frozen below its header and filtered`() throws {
        let columns = [
            SheetColumn(id: "a", title: "Año & día", kind: .uuid), SheetColumn(id: "b", title: "B", width: 9),
        ]
        let written = Written(XLSXWriter(name: "R&D's", rightToLeft: true), columns: columns) { $0.row("1", "2") }
        let xml = try written.part("xl/worksheets/sheet1.xml")
        #expect(xml.contains(#"<sheetView rightToLeft="1" tabSelected="1" workbookViewId="0"><pane ySplit="1""#))
        #expect(xml.contains(#"<col min="1" max="1" width="38" customWidth="1"/><col min="2" max="2" width="9""#))
        #expect(xml.contains(#"<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>Año &amp; día</t></is></c>"#))
        #expect(xml.hasSuffix(#"</sheetData><autoFilter ref="A1:B2"/></worksheet>"#))
        let workbook = try written.part("xl/workbook.xml")
        #expect(workbook.contains(#"<sheet name="R&amp;D's" sheetId="1" r:id="rId1"/>"#))
        #expect(workbook.contains("'R&amp;D''s'!$A$1:$B$2</definedName>"))
    }

    @Test func `FI8: what a sheet is about stands above its header, and rows below its table are not filtered`() throws
    {
        let writer = XLSXWriter(name: "Users", above: ["Of Igor", "1 – 30 Nov"])
        let written = Written(writer, columns: 2) {
            $0.row("a", "b")
            writer.endTable()
            $0.row("Total", "1")
        }
        let xml = try written.part("xl/worksheets/sheet1.xml")
        #expect(xml.contains(#"<pane ySplit="4" topLeftCell="A5""#))
        #expect(xml.contains(#"<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>Of Igor</t></is></c></row>"#))
        #expect(xml.hasSuffix(#"</sheetData><autoFilter ref="A4:B5"/></worksheet>"#))
        #expect(xml.contains(#"<row r="6"><c r="A6" t="inlineStr"><is><t>Total</t></is></c>"#))
        #expect(try written.part("xl/workbook.xml").contains("!$A$4:$B$5</definedName>"))
    }

    private static let describe = """
        import sys, zipfile, openpyxl
        assert zipfile.ZipFile(sys.argv[1]).testzip() is None
        for sheet in openpyxl.load_workbook(sys.argv[1]):
            rows = [",".join(str(cell.value) for cell in row) for row in sheet.iter_rows()]
            print(sheet.title, sheet.freeze_panes, sheet.auto_filter.ref, *rows)
        """

    @Test func `rows beyond a sheet's end go on in the next, under the same header`() throws {
        let written = Written(XLSXWriter(name: "Users", rowLimit: 3), columns: 2) { writer in
            for row in 1...5 { writer.row("a\(row)", "b\(row)") }
        }
        #expect(
            try written.python(Self.describe) == """
                Users A2 A1:B3 A,B a1,b1 a2,b2
                Users 2 A2 A1:B3 A,B a3,b3 a4,b4
                Users 3 A2 A1:B2 A,B a5,b5
                """)
    }

    @Test func `a sheet that is exactly full starts no other`() throws {
        let written = Written(XLSXWriter(name: "Users", rowLimit: 3), columns: 1) {
            $0.row("1")
            $0.row("2")
        }
        #expect(try written.python(Self.describe) == "Users A2 A1:A3 A 1 2")
    }

    @Test func `an export without rows is a header`() throws {
        let written = Written(XLSXWriter(name: "Users"), columns: 2) { _ in }
        #expect(try written.python(Self.describe) == "Users A2 A1:B1 A,B")
    }

    @Test func `sizes beyond 4 GiB are written as Zip64`() throws {
        let written = Written(XLSXWriter(name: "Users", rowLimit: 3, wideFrom: 300), columns: 1) {
            $0.row("1")
            $0.row("2")
            $0.row("3")
        }
        #expect(try written.python(Self.describe) == "Users A2 A1:A3 A 1 2\nUsers 2 A2 A1:A2 A 3")
        #expect(written.bytes.firstRange(of: [0x50, 0x4B, 6, 6]) != nil, "no Zip64 end of the directory")
    }

    /// Who reads a ZIP from front to back has only the descriptors to go by; Python's zipfile never looks at them.
    @Test(arguments: [(UInt64.max, 16), (0xFFFF_FFFF, 16), (300, 24)])
    func `sizes follow each sheet and nothing is between the parts`(wideFrom: UInt64, length: Int) throws {
        let script = """
            import struct, sys, zipfile
            bytes = open(sys.argv[1], "rb").read()
            archive = zipfile.ZipFile(sys.argv[1])
            at = 0
            for part in archive.infolist():
                assert at == part.header_offset, part
                at += 30 + len(part.filename) + part.compress_size
                if part.flag_bits & 8:
                    length = int(sys.argv[2])
                    found = struct.unpack_from("<IIII" if length == 16 else "<IIQQ", bytes, at)
                    assert found == (0x08074b50, part.CRC, part.compress_size, part.file_size), part
                    at += length
            print(at == archive.start_dir)
            """
        let writer = XLSXWriter(name: "Users", rowLimit: 3, wideFrom: wideFrom)
        let written = Written(writer, columns: 1) { writer in for row in 1...3 { writer.row("\(row)") } }
        #expect(try written.python(script, ["\(length)"]) == "True")
    }

    @Test func `a sheet of more than 4 GiB is whole`() throws {
        guard SheetFuzzTests.isFull else { return }
        let long = [UInt8](repeating: 0x61, count: 32_767)
        let written = Written(XLSXWriter(name: "Users"), columns: 1) { writer in
            for _ in 0..<132_000 {
                writer.text(bytes: long)
                writer.endRow()
            }
        }
        let script = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            print(z.testzip(), z.infolist()[3].file_size > 1 << 32)
            """
        #expect(try written.python(script) == "None True")
    }

    @Test func `what waits to be taken stays small`() {
        let writer = XLSXWriter(name: "Users")
        var most = 0
        var total = 0
        writer.begin(columns: Written.columns(9))
        for _ in 0..<50_000 {
            writer.rowOfEveryKind()
            most = max(most, writer.pending)
            if writer.pending >= SheetFormat.chunk { total += writer.take().count }
        }
        #expect(most < 2 * SheetFormat.chunk)
        #expect(total > 4 * SheetFormat.chunk)
    }
}
