import Testing

@testable import Secrets

@Suite struct JSONMembersTests {
    private func read(_ text: String) throws(PasskeyProblem) -> [String: JSONMembers.Value] {
        try JSONMembers(Array(text.utf8)).members
    }

    @Test func `members of an object are read, and what is nested is read over`() throws {
        #expect(try read(#"{}"#) == [:])
        let text =
            #" { "a" : "b\"\\\/\n\u00fc\ud83d\ude00ü" , "t":true,"f": false, "n":null, "x":-1.5e+3, "l":[1,"2",{"a":"c"},[]], "o":{"a":{"b":[]}} } "#
        #expect(
            try read(text) == [
                "a": .text("b\"\\/\nü😀ü"), "t": .bool(true), "f": .bool(false), "n": .other, "x": .other, "l": .other,
                "o": .other,
            ])
    }

    @Test(arguments: [
        "", " ", "[]", "null", "\"a\"", "{", "}", "{}}", "{} x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}",
        "{'a':1}",
        "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":1}", "{\"a\":tru}", "{\"a\":True}",
        "{\"a\":01}", "{\"a\":+1}", "{\"a\":1.}",
        "{\"a\":.5}", "{\"a\":NaN}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\ud83d\"}",
        "{\"a\":\"\\ud83d\\u0041\"}",
        "{\"a\":\"\\ude00\"}", "{\"a\":\"b}", "{\"a\":\"\n\"}", "{\"a\":[1,]}", "{\"a\":[}", "{\"a\":{}", "\u{FEFF}{}",
        "{\"a\":1}{\"b\":1}",
        "{\"a\":/**/1}", "{\"a\":\"\\u00zz\"}",
        "{\"a\":" + String(repeating: "[", count: 9) + String(repeating: "]", count: 9) + "}",
        String(repeating: "{\"a\":", count: 9) + "1" + String(repeating: "}", count: 9),
    ]) func `what is not one sound object is refused`(text: String) {
        #expect(throws: PasskeyProblem.self) { try read(text) }
    }

    @Test func `text that is not UTF-8 is refused`() {
        #expect(throws: PasskeyProblem.self) {
            try JSONMembers(Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
        }
    }

    @Test func `50,000 broken objects are read or refused, never a crash`() {
        var random = SeededRandom(12)
        let sound =
            #"{"type":"webauthn.get","challenge":"AAAA","origin":"https://x.y","crossOrigin":false,"extra":[1,{"a":null}]}"#
        let pieces = ["{", "}", "[", "]", "\"", ":", ",", "\\", "\\u", "ud8", "true", "1e", "-", " ", "é", "\u{0}"]
        var (read, refused) = (0, 0)
        for _ in 0..<50_000 {
            var bytes = Array(sound.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let at = Int.random(in: 0...bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: at)
                } else {
                    bytes.removeSubrange(at..<min(bytes.count, at + 2))
                }
            }
            if (try? JSONMembers(bytes)) == nil { refused += 1 } else { read += 1 }
        }
        #expect(read > 1000 && refused > 1000)
    }
}
