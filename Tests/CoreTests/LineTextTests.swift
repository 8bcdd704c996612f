import HTML
import Templates
import Testing

@testable import Console

@Suite struct LineTextTests {
    @Test func `S1: the document's pattern of a line fits what is taken as one, sign by sign`() throws {
        let pattern = try Regex(LineText.pattern).matchingSemantics(.unicodeScalar)
        for value in UInt32(0)...0x1_00FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(Character(scalar)) + "b"
            let fits = try pattern.wholeMatch(in: text) != nil
            #expect(fits == LineText.isPlain(text), "U+\(String(value, radix: 16))")
        }
        #expect(LineText.fault("a\r\nb", most: 9) == LocalText(Strings.error_line_break))
        #expect(LineText.fault("a\u{A}", most: 9) != nil && LineText.fault("\u{200C}\u{200D}é", most: 9) == nil)
    }
}
