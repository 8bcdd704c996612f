/// The members of one JSON object (RFC 8259) from foreign bytes: texts and yes or no of the object itself; what is nested
/// is read over, to see that it is sound. A name that stands twice makes the whole worthless: two readers could differ.
struct JSONMembers {
    enum Value: Equatable {
        case text(String)
        case bool(Bool)
        case other
    }

    private(set) var members: [String: Value] = [:]
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) throws(PasskeyProblem) {
        rest = bytes[...]
        skipSpace()
        members = try object(depth: 0)
        skipSpace()
        guard rest.isEmpty else { throw .malformed("bytes behind the object") }
    }

    private mutating func skipSpace() {
        while let byte = rest.first, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { rest.removeFirst() }
    }

    private mutating func takes(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func need(_ byte: Unicode.Scalar) throws(PasskeyProblem) {
        guard takes(byte) else { throw .malformed("no \(byte) where one belongs") }
    }

    private mutating func object(depth: Int) throws(PasskeyProblem) -> [String: Value] {
        guard depth < 8 else { throw .malformed("nested too deep") }
        try need("{")
        var members: [String: Value] = [:]
        skipSpace()
        if takes("}") { return members }
        repeat {
            skipSpace()
            let name = try text()
            skipSpace()
            try need(":")
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw .malformed("a name that stands twice") }
        } while takes(",")
        try need("}")
        return members
    }

    /// With the space around it.
    private mutating func value(depth: Int) throws(PasskeyProblem) -> Value {
        skipSpace()
        defer { skipSpace() }
        switch rest.first {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"):
            _ = try object(depth: depth)
            return .other
        case UInt8(ascii: "["):
            guard depth < 8 else { throw .malformed("nested too deep") }
            try need("[")
            skipSpace()
            if takes("]") { return .other }
            repeat { _ = try value(depth: depth + 1) } while takes(",")
            try need("]")
            return .other
        default: return try word()
        }
    }

    /// A number, or one of the three words.
    private mutating func word() throws(PasskeyProblem) -> Value {
        let word = rest.prefix { ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
        rest.removeFirst(word.count)
        switch String(decoding: word, as: UTF8.self) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .other
        case let number where number.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil: return .other
        default: throw .malformed("no value where one belongs")
        }
    }

    private mutating func text() throws(PasskeyProblem) -> String {
        try need("\"")
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed("text that is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): bytes += try escaped()
            case 0..<0x20: throw .malformed("a bare control character")
            default: bytes.append(byte)
            }
        }
        throw .malformed("the text is cut off")
    }

    private mutating func escaped() throws(PasskeyProblem) -> [UInt8] {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): return [0x22]
        case UInt8(ascii: "\\"): return [0x5C]
        case UInt8(ascii: "/"): return [0x2F]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var number = UInt32(try unit())
            if (0xD800..<0xDC00).contains(number) {
                guard takes("\\"), takes("u") else { throw .malformed("half a character") }
                let low = UInt32(try unit())
                guard (0xDC00..<0xE000).contains(low) else { throw .malformed("half a character") }
                number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(number) else { throw .malformed("half a character") }
            return Array(String(scalar).utf8)
        default: throw .malformed("an escape that is none")
        }
    }

    private mutating func unit() throws(PasskeyProblem) -> UInt16 {
        let digits = rest.prefix(4)
        guard digits.count == 4, let bytes = Hex.decode(String(decoding: digits, as: UTF8.self)) else { throw .malformed("an escape that is none") }
        rest.removeFirst(4)
        return UInt16(bigEndianBytes: bytes)
    }
}
