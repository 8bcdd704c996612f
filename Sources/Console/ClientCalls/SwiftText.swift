/// Names and texts as Swift has them.
enum SwiftText {
    private static let reserved: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows",
        "return",
        "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
        "var",
        "where", "while",
    ]

    /// `app_version` is `appVersion`.
    static func name(_ text: String) -> String {
        let words = words(text)
        let name = (words.first.map { [lowered($0)] } ?? []).joined() + words.dropFirst().map(raised).joined()
        // A choice may be the empty text, and "_" names nothing.
        guard !name.isEmpty else { return "empty" }
        let safe = name.first.map { $0.isLetter } == true ? name : "_" + name
        return reserved.contains(safe) ? "`\(safe)`" : safe
    }

    /// `app_version` is `AppVersion`. The language keeps `Type`, `Protocol` and `Self` to itself.
    static func typeName(_ text: String) -> String {
        let name = words(text).map(raised).joined()
        return ["Type", "Protocol", "Self"].contains(name) ? name + "Value" : name
    }

    /// Of one element: `goals` is `Goal`, `entries` is `Entry`.
    static func singular(_ text: String) -> String {
        if text.hasSuffix("ies") { return text.dropLast(3) + "y" }
        return text.hasSuffix("s") && !text.hasSuffix("ss") ? String(text.dropLast()) : text
    }

    private static func words(_ text: String) -> [String] {
        text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    private static func raised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
    private static func lowered(_ word: String) -> String { word.prefix(1).lowercased() + word.dropFirst() }

    static func literal(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case _ where scalar.value < 0x20: out += "\\u{\(String(scalar.value, radix: 16))}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// As documentation, a line for each of the text's.
    static func comment(_ text: String) -> String {
        text.split(separator: "\n").map { "/// \($0)" }.joined(separator: "\n")
    }

    static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}
