/// A path such as `row.user.name`: identifiers and dots, nothing that runs code.
struct MemberPath: Equatable {
    let components: [String]

    init(_ range: Range<Int>, in source: Source) throws(Diagnostic) {
        let text = source.text(range)
        let trimmed = text.filter { !$0.isWhitespace }
        guard let path = MemberPath(trimmed), trimmed == Self.trim(text) else {
            let shown = Self.trim(text)
            throw source.error(
                shown.isEmpty
                    ? "a name is missing"
                    : "'\(shown)' is not a member path; a template prints, so calls and operators go to the struct",
                at: range.lowerBound)
        }
        self = path
    }

    init?(_ text: String) {
        let parts: [String] = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !parts.isEmpty, parts.allSatisfy(Self.isIdentifier) else { return nil }
        guard let first = parts.first, first != "self", first != "html", !parts.contains("init") else { return nil }
        components = parts
    }

    var first: String { components.first ?? "" }
    var last: String { components.last ?? "" }

    /// Returns Swift code; `scope` contains the names of loops and `if let`.
    func code(scope: [String]) -> String {
        let path = components.joined(separator: ".")
        return scope.contains(first) ? path : "self." + path
    }

    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy(isIdentifierByte)
    }

    static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// True if it may name the variable of a loop or an `if let`.
    static func isVariable(_ text: String) -> Bool {
        isIdentifier(text) && !reserved.contains(text) && text != "_"
    }

    static func trim(_ text: String) -> String {
        var view = Substring(text)
        while view.first?.isWhitespace == true { view.removeFirst() }
        while view.last?.isWhitespace == true { view.removeLast() }
        return String(view)
    }

    /// Swift's keywords, and the two names that the generated function uses itself.
    static let reserved: Set<String> = [
        "html", "content", "self", "Self", "Any", "as", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
