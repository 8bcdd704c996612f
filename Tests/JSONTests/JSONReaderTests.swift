import Foundation
import JSON
import Support
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONText { try JSONReader.read(Array(text.utf8)) }

    private static func any(_ random: inout SeededRandom, depth: Int = 0) -> JSONText {
        switch Int.random(in: 0..<(depth > 4 ? 6 : 8), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .int(Int.random(in: .min ... .max, using: &random))
        case 3: .number(["0.5", "-1e9", "12345678901234567890", "1E-2", "-0.0"].randomElement(using: &random) ?? "0.5")
        case 4, 5: .string(random.text(of: "ab\"\\/<\u{0}\u{7F}\n\t é 🐓 علی \u{2028}", upTo: 12))
        case 6: .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in any(&random, depth: depth + 1) })
        default:
            .object(
                (0..<Int.random(in: 0..<4, using: &random)).map {
                    ("m\($0)" + random.text(of: "~/\" ", upTo: 2), any(&random, depth: depth + 1))
                })
        }
    }

    @Test func `what is written reads back as it was`() throws {
        var random = SeededRandom(11)
        for _ in 0..<(isFullRun ? 100_000 : 3000) {
            let value = Self.any(&random)
            #expect(try JSONReader.read(value.bytes) == value)
        }
    }

    @Test func `escapes, spaces and numbers of every spelling`() throws {
        #expect(try read(" [ 1 , -2,\n\t3.50 ,\"a\" ]\r") == .array([1, .int(-2), .number("3.50"), "a"]))
        #expect(try read(#""\u0041\ud83d\udc13\/\b\f\n\r\t\"\\""#) == .string("A🐓/\u{8}\u{C}\n\r\t\"\\"))
        #expect(try read("9223372036854775808") == .number("9223372036854775808"))
        #expect(try read("{\"a\":{\"b\":[null,true,false]}}")["a"]?["b"]?.elements.count == 3)
    }

    @Test func `a whole number is one however it is spelt, and what is none is none`() throws {
        for text in ["117", "117.0", "1.17e2", "11700E-2"] { #expect(try read(text).int == 117, "\(text)") }
        #expect(try read("-0.0").int == 0 && read("9223372036854775807").int == .max)
        for text in ["0.5", "1e400", "-1e17", "9223372036854775808", "\"117\"", "true"] {
            #expect(try read(text).int == nil, "\(text)")
        }
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "\"a", "\"a\nb\"",
        "\"\\x\"", "\"\\u12\"",
        "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "01", "-", "1.", ".5", "1e", "+1", "nul", "True", "NaN",
        "1 2", "{} {}", "\u{FEFF}{}",
        "{\"a\":1,\"a\":2}", "[1]]", "//", "\"\u{1}\"",
    ])
    func `what is no JSON is refused with its place`(text: String) {
        let fault = #expect(throws: JSONReader.Fault.self, "\(text)") { try read(text) }
        #expect((fault?.offset ?? -1) >= 0 && (fault?.offset ?? .max) <= text.utf8.count)
    }

    @Test func `bytes that are no UTF-8 and values without end are refused`() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22],
        ] {
            #expect(throws: JSONReader.Fault.self) { try JSONReader.read(bytes) }
        }
        #expect(throws: JSONReader.Fault.self) {
            try JSONReader.read(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(throws: Never.self) {
            try JSONReader.read(Array((String(repeating: "[", count: 30) + String(repeating: "]", count: 30)).utf8))
        }
    }

    /// An independent reader judges the same bytes, broken at random.
    @Test func `it takes no text that Foundation refuses`() throws {
        var random = SeededRandom(12)
        var (taken, refused) = (0, 0)
        for _ in 0..<(isFullRun ? 200_000 : 5000) {
            var bytes = Self.any(&random).bytes
            for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes.remove(at: at)
                } else {
                    bytes[at] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard (try? JSONReader.read(bytes)) != nil else {
                refused += 1
                continue
            }
            taken += 1
            // Numbers beyond a Double are JSON all the same.
            if String(decoding: bytes, as: UTF8.self).contains(/[eE][+-]?[0-9]{3}/) { continue }
            #expect(
                (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
                "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(taken > 1000 && refused > 500)
    }
}
