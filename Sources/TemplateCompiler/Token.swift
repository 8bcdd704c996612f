/// A template split at its braces, before HTML is parsed.
struct Token {
    enum Kind {
        case literal
        /// `{{ path }}`
        case print(MemberPath)
        /// `{% … %}`
        case directive(Directive)
        /// `{# … #}`
        case comment
    }

    let kind: Kind
    /// The range of the whole token, in bytes of the file.
    let range: Range<Int>

    static func all(in source: Source) throws(Diagnostic) -> [Token] {
        var tokens: [Token] = []
        var begin = 0
        var index = 0
        let bytes = source.bytes
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "{"), let (closing, name) = closing(of: bytes[index + 1]) else {
                index += 1
                continue
            }
            if begin < index { tokens.append(Token(kind: .literal, range: begin..<index)) }
            guard let end = find(closing, in: bytes, from: index + 2) else {
                throw source.error("this \(name) is not closed", at: index)
            }
            let content = index + 2..<end
            let range = index..<end + 2
            switch closing[0] {
            case UInt8(ascii: "}"):
                tokens.append(Token(kind: .print(try MemberPath(content, in: source)), range: range))
            case UInt8(ascii: "%"):
                tokens.append(Token(kind: .directive(try Directive(content, in: source)), range: range))
            default: tokens.append(Token(kind: .comment, range: range))
            }
            index = end + 2
            begin = index
        }
        if begin < bytes.count { tokens.append(Token(kind: .literal, range: begin..<bytes.count)) }
        return tokens
    }

    private static func closing(of second: UInt8) -> ([UInt8], String)? {
        switch second {
        case UInt8(ascii: "{"): (Array("}}".utf8), "{{")
        case UInt8(ascii: "%"): (Array("%}".utf8), "{%")
        case UInt8(ascii: "#"): (Array("#}".utf8), "{#")
        default: nil
        }
    }

    private static func find(_ pair: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == pair[0], bytes[index + 1] == pair[1] { return index }
            index += 1
        }
        return nil
    }
}
