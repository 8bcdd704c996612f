/// Reads a directive word by word.
struct Words {
    private let words: [String]
    private var index = 0
    private let source: Source
    private let offset: Int

    init(_ range: Range<Int>, in source: Source) throws(Diagnostic) {
        self.source = source
        offset = range.lowerBound
        words = try Self.split(range, in: source)
    }

    var isAtEnd: Bool { index >= words.count }

    /// Returns the next word; empty at the end.
    mutating func next() -> String {
        guard !isAtEnd else { return "" }
        index += 1
        return words[index - 1]
    }

    private var upcoming: String { isAtEnd ? "" : words[index] }

    mutating func expect(_ word: String) throws(Diagnostic) {
        let found = next()
        guard found == word else { throw unexpected(found, "'\(word)'") }
    }

    func expectEnd() throws(Diagnostic) {
        guard isAtEnd else { throw unexpected(upcoming, "the end of the directive") }
    }

    mutating func path() throws(Diagnostic) -> MemberPath {
        let word = next()
        guard let path = MemberPath(word) else { throw unexpected(word, "a member path") }
        return path
    }

    mutating func variable() throws(Diagnostic) -> String {
        let word = next()
        guard MemberPath.isVariable(word) else { throw unexpected(word, "a name for a variable") }
        return word
    }

    mutating func condition() throws(Diagnostic) -> Directive.Condition {
        switch upcoming {
        case "!":
            _ = next()
            return .isFalse(try path())
        case "let":
            _ = next()
            let variable = try variable()
            if isAtEnd, let path = MemberPath(variable) { return .some(variable: variable, path) }
            try expect("=")
            return .some(variable: variable, try path())
        default: return .isTrue(try path())
        }
    }

    mutating func quoted() throws(Diagnostic) -> String {
        let word = next()
        guard word.hasPrefix("\""), word.count >= 2 else { throw unexpected(word, "a key in double quotes") }
        return String(word.dropFirst().dropLast())
    }

    /// `name: path, name: path`
    mutating func arguments() throws(Diagnostic) -> [Directive.Argument] {
        var arguments: [Directive.Argument] = []
        while !isAtEnd {
            if !arguments.isEmpty { try expect(",") }
            let name = next()
            guard MemberPath.isIdentifier(name) else { throw unexpected(name, "the name of an argument") }
            try expect(":")
            guard !arguments.contains(where: { $0.name == name }) else {
                throw source.error("the argument '\(name)' stands here twice", at: offset)
            }
            arguments.append(Directive.Argument(name: name, value: try path()))
        }
        return arguments
    }

    private func unexpected(_ word: String, _ wanted: String) -> Diagnostic {
        source.error("expected \(wanted), found \(word.isEmpty ? "nothing" : "'\(word)'")", at: offset)
    }

    private static func split(_ range: Range<Int>, in source: Source) throws(Diagnostic) -> [String] {
        var words: [String] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let begin = index
            switch source.bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                index += 1
                continue
            case UInt8(ascii: "\""):
                index += 1
                while index < range.upperBound, source.bytes[index] != UInt8(ascii: "\"") { index += 1 }
                guard index < range.upperBound else { throw source.error("this quote is not closed", at: begin) }
                index += 1
            case UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: ":"):
                index += 1
            case let byte where MemberPath.isIdentifierByte(byte) || byte == UInt8(ascii: "."):
                while index < range.upperBound,
                    MemberPath.isIdentifierByte(source.bytes[index]) || source.bytes[index] == UInt8(ascii: ".")
                {
                    index += 1
                }
            default:
                throw source.error("a directive holds names and dots; calls and operators go to the struct", at: begin)
            }
            words.append(source.text(begin..<index))
        }
        return words
    }
}
