import Testing

@testable import TemplateCompiler

struct FuzzTests {
    private static let pieces = [
        "<", ">", "</", "/>", "\"", "'", "=", " ", "\n", "{{", "}}", "{%", "%}", "{#", "#}", "{", "}", "a", "p", "svg",
        "title", "textarea", "script", "href", "on", "style", "if ", "for a in b", "else", "else if ", "end", "let ",
        "include ", "layout ", "content", "t \"title\"", "<!--", "-->", "<!doctype", "\u{0}", "é", "{% end %}",
        "{% if a %}", "{% for a in b %}", "{{ a }}", "<p>", "</p>", "<a href=\"", "<pre>", "<textarea>", "\\(", "#\"",
    ]

    @Test(arguments: 0..<8)
    func `random templates are compiled or refused, never a crash`(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                if Int.random(in: 0..<12, using: &random) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                } else if let piece = Self.pieces.randomElement(using: &random) {
                    bytes += piece.utf8
                }
            }
            do {
                let source = Source(path: "X.html", bytes: bytes)
                let code = try TemplateCompilation.code(for: source, name: "X", strings: Compiling.strings)
                #expect(braces(code) == 0, "\(bytes)")
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }

    @Test(arguments: 0..<4)
    func `random strings files are read or refused, never a crash`(_ seed: UInt64) {
        let pieces = ["{", "}", "\"", ":", ",", "\\", "u0041", "a", "by", "one", "other", "{n}", " ", "\n", "[", "é"]
        var random = SplitMix(state: seed)
        var (read, refused) = (0, 0)
        for _ in 0..<4_000 {
            // A sound file with a few pieces put in anywhere.
            var bytes = Array(#"{"a": "text", "b": {"by": "n", "one": "{n} thing", "other": "{n} things"}}"#.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let at = Int.random(in: 0...bytes.count, using: &random)
                bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: at)
            }
            do {
                let english = Source(path: "en.json", bytes: bytes)
                _ = try StringCatalogue([StringFolder(path: "strings", prefix: nil, sources: ["en": english])])
                read += 1
            } catch {
                refused += 1
            }
        }
        // The pieces make both, so neither reader nor refusal went untried.
        #expect(read > 0 && refused > 0)
    }

    /// Depth at the end, of braces outside of string literals.
    private func braces(_ code: String) -> Int {
        var depth = 0
        for line in code.split(separator: "\n") {
            var isInLiteral = false
            var isEscaped = false
            for byte in line.utf8 {
                if isEscaped {
                    isEscaped = false
                    continue
                }
                switch byte {
                case UInt8(ascii: "\\"): isEscaped = isInLiteral
                case UInt8(ascii: "\""): isInLiteral.toggle()
                case UInt8(ascii: "{") where !isInLiteral: depth += 1
                case UInt8(ascii: "}") where !isInLiteral: depth -= 1
                default: continue
                }
            }
        }
        return depth
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
