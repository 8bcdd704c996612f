import Testing

@testable import Sheets

struct CSVWriterTests {
    private func lines(_ count: Int = 1, _ write: (any SheetWriter) -> Void) -> String {
        let text = Written(CSVWriter(), columns: count, write).text
        return String(text.dropFirst(count * 2))  // the header; CRLF is one Character
    }

    @Test func `a cell of every kind`() {
        let row = "Ana,-42,-12.05,true,2026-11-20 09:14:00,2026-11-20,00010203-0405-0607-0809-0a0b0c0d0e0f,,\r\n"
        #expect(lines(9) { $0.rowOfEveryKind() } == row)
    }

    @Test func `the header is the titles`() {
        let columns = [SheetColumn(id: "a", title: "Correo, electrónico"), SheetColumn(id: "b", title: "=B")]
        #expect(Written(CSVWriter(), columns: columns) { _ in }.text == "\"Correo, electrónico\",'=B\r\n")
    }

    @Test func `a byte order mark only when asked for`() {
        #expect(Written(CSVWriter(), columns: 1) { _ in }.bytes == Array("A\r\n".utf8))
        #expect(Written(CSVWriter(byteOrderMark: true), columns: 1) { _ in }.bytes == Array("\u{FEFF}A\r\n".utf8))
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("a\rb", "\"a\rb\""), (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("it's", "it's"), ("Мария", "Мария"),
        ("a long and harmless text of many words", "a long and harmless text of many words"),
        ("a long and harmless text, with a comma", "\"a long and harmless text, with a comma\""),
    ])
    func `quotes where RFC 4180 wants them and nowhere else`(text: String, written: String) {
        #expect(lines { $0.row(text) } == written + "\r\n")
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "=", "-", "＝1", "＋1", "－1", "＠A", "'=1", "''+", "\u{FEFF}=1",
        "=HYPERLINK('x')", "-2+3 cmd|' /C calc'!A0",
    ])
    func `text that could be a formula gets an apostrophe`(text: String) {
        #expect(lines { $0.row(text) } == "'" + text + "\r\n")
    }

    @Test(arguments: [
        ("\t=1", "\"'\t'=1\""), ("\r=1", "\"'\r'=1\""), ("\n=1", "\"'\n'=1\""), (" =1", "\"' =1\""),
        ("=\"a\",1", "\"'=\"\"a\"\",1\""),
    ])
    func `the apostrophe stands inside the quotes`(text: String, written: String) {
        #expect(lines { $0.row(text) } == written + "\r\n")
    }

    /// Excel divides at semicolons where the comma is the decimal sign, and others at tabs.
    @Test(arguments: [
        ("x;=1+1", "\"x;'=1+1\""), ("x; \"=1\"", "\"x;' \"\"=1\"\"\""), ("a\t@SUM(A1)", "\"a\t'@SUM(A1)\""),
        ("a\n=1", "\"a\n'=1\""), ("a\r\n-1", "\"a\r\n'-1\""), ("x;'=1", "\"x;''=1\""), ("x;＝1", "\"x;'＝1\""),
        ("=1;=2", "\"'=1;'=2\""), (";;+1", "\";;'+1\""), ("a;b", "a;b"), ("a\tb", "a\tb"), ("a;'b", "a;'b"),
        ("x;5=1", "x;5=1"),
    ])
    func `a formula behind a separator of other programs gets an apostrophe too, and is read back`(
        text: String, written: String
    ) throws {
        #expect(lines { $0.row(text) } == written + "\r\n")
        var file: [UInt8]? = Written(CSVWriter(), columns: 1) { $0.row(text) }.bytes
        let reader = CSVReader(CSVDialect()) {
            defer { file = nil }
            return file
        }
        _ = try reader.next()
        #expect(try reader.next()?.cells == [text])
    }

    @Test(arguments: ["a=1", "1-1", "'t Hooft", "ana@example.com", "５", "\u{FEFF}a", "é=", "_=1"])
    func `harmless text stays as it is`(text: String) {
        #expect(lines { $0.row(text) } == text + "\r\n")
    }

    @Test func `numbers are numbers and keep their sign`() {
        let text = lines(3) {
            $0.integer(.min)
            $0.decimal(minorUnits: -5, places: 2)
            $0.integer(.max)
            $0.endRow()
        }
        #expect(text == "-9223372036854775808,-0.05,9223372036854775807\r\n")
    }

    @Test func `formulas stay when nobody wants them harmless`() {
        let written = Written(CSVWriter(formulaSafe: false), columns: 1) { $0.row("=1+1") }
        #expect(written.text == "A\r\n=1+1\r\n")
    }

    @Test func `NUL and broken UTF-8 are replaced`() {
        #expect(
            lines {
                $0.text(bytes: [0x61, 0, 0x62])
                $0.endRow()
            } == "\"a\u{FFFD}b\"\r\n")
        #expect(
            lines {
                $0.text(bytes: [0x61, 0xC3])
                $0.endRow()
            } == "\"a\u{FFFD}\"\r\n")
        #expect(
            lines {
                $0.text(bytes: [0xED, 0xA0, 0x80, 0x61])
                $0.endRow()
            } == "\"\u{FFFD}\u{FFFD}\u{FFFD}a\"\r\n")
    }

    @Test func `a row with nothing in its only column is still a row`() {
        #expect(
            lines {
                $0.empty()
                $0.endRow()
            } == "\"\"\r\n")
        #expect(
            lines(2) {
                $0.empty()
                $0.empty()
                $0.endRow()
            } == ",\r\n")
    }

    @Test func `rows are counted without the header`() {
        let writer = CSVWriter()
        writer.begin(columns: Written.columns(1))
        #expect(writer.rows == 0)
        writer.row("a")
        writer.row("b")
        #expect(writer.rows == 2)
    }

    @Test func `bytes taken are gone, and a huge cell does not keep its memory`() {
        let writer = CSVWriter()
        writer.begin(columns: Written.columns(1))
        writer.row(String(repeating: "x", count: 5_000_000))
        #expect(writer.take().count == 5_000_005)
        #expect(writer.pending == 0)
        writer.row("b")
        #expect(writer.take() == Array("b\r\n".utf8))
    }
}
