import Testing

@testable import Sheets

struct JSONLinesWriterTests {
    private func lines(_ count: Int = 1, _ write: (any SheetWriter) -> Void) -> String {
        Written(JSONLinesWriter(), columns: count, write).text
    }

    @Test func `13.27: a cell of every kind, times with their offset`() {
        let row =
            #"{"a":"Ana","b":-42,"c":-12.05,"d":true,"e":"2026-11-20T09:14:00Z","f":"2026-11-20","#
            + #""g":"00010203-0405-0607-0809-0a0b0c0d0e0f","h":null,"i":""}"#
        #expect(lines(9) { $0.rowOfEveryKind() } == row + "\n")
    }

    @Test func `keys are the columns' ids, not their titles`() {
        let columns = [SheetColumn(id: "last_seen", title: "Последний визит")]
        #expect(Written(JSONLinesWriter(), columns: columns) { $0.row("x") }.text == #"{"last_seen":"x"}"# + "\n")
    }

    @Test(arguments: [
        ("say \"hi\"", #"say \"hi\""#), ("a\\b", #"a\\b"#), ("a\r\n\tb", #"a\r\n\tb"#),
        ("\0\u{1F}\u{8}", #"\u0000\u001F\u0008"#),
        ("=1+1", "=1+1"), ("Мария 😀", "Мария 😀"), ("</script>", "</script>"),
    ])
    func `strings are escaped as JSON wants`(text: String, written: String) {
        #expect(lines { $0.row(text) } == #"{"a":"\#(written)"}"# + "\n")
    }

    @Test func `broken UTF-8 is replaced`() {
        #expect(
            lines {
                $0.text(bytes: [0xFF, 0x61])
                $0.endRow()
            } == "{\"a\":\"\u{FFFD}a\"}\n")
    }

    @Test func `times outside the calendar are null`() {
        let text = lines(3) {
            $0.time(.max)
            $0.time(.min)
            $0.date(.max)
            $0.endRow()
        }
        #expect(text == #"{"a":null,"b":null,"c":null}"# + "\n")
    }
}
