/// Reads the objects and strings of a strings file, in order and with their positions. Foundation's reader preserves
/// neither, and accepts a duplicate key silently.
struct JSON {
    indirect enum Value {
        case string(String)
        case object([Member])
    }

    struct Member {
        let key: String
        let value: Value
        let offset: Int
    }

    private let source: Source
    private var index = 0

    static func read(_ source: Source) throws(Diagnostic) -> [Member] {
        var json = JSON(source: source)
        json.skipSpace()
        let begin = json.index
        guard case .object(let members) = try json.value(depth: 0) else {
            throw source.error("a file of strings is an object", at: begin)
        }
        json.skipSpace()
        guard json.index == source.bytes.count else { throw source.error("text behind the object", at: json.index) }
        return members
    }

    private init(source: Source) {
        self.source = source
    }

    private var byte: UInt8 { index < source.bytes.count ? source.bytes[index] : 0 }

    private mutating func skipSpace() {
        while index < source.bytes.count, MarkupReader.isSpace(source.bytes[index]) { index += 1 }
    }

    private mutating func value(depth: Int) throws(Diagnostic) -> Value {
        switch byte {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{") where depth < 16: return .object(try members(depth: depth))
        default: throw source.error("expected a string or an object", at: index)
        }
    }

    private mutating func members(depth: Int) throws(Diagnostic) -> [Member] {
        var members: [Member] = []
        var seen: Set<String> = []
        index += 1
        skipSpace()
        if byte == UInt8(ascii: "}") {
            index += 1
            return []
        }
        while true {
            skipSpace()
            let offset = index
            let key = try string()
            guard seen.insert(key).inserted else {
                throw source.error("the key '\(key)' stands here twice", at: offset)
            }
            skipSpace()
            try take(":")
            skipSpace()
            members.append(Member(key: key, value: try value(depth: depth + 1), offset: offset))
            skipSpace()
            if byte == UInt8(ascii: "}") { break }
            try take(",")
        }
        index += 1
        return members
    }

    private mutating func take(_ character: Character) throws(Diagnostic) {
        guard byte == character.asciiValue else { throw source.error("expected a \(character)", at: index) }
        index += 1
    }

    private mutating func string() throws(Diagnostic) -> String {
        let begin = index
        try take("\"")
        var bytes: [UInt8] = []
        while byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw source.error("this string is not closed", at: begin) }
            if byte == UInt8(ascii: "\\") {
                index += 1
                bytes += try escaped()
            } else {
                bytes.append(byte)
                index += 1
            }
        }
        index += 1
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw source.error("this string is not UTF-8", at: begin)
        }
        return string
    }

    private mutating func escaped() throws(Diagnostic) -> [UInt8] {
        let escape = byte
        index += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [escape]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let digits = source.bytes[index..<min(index + 4, source.bytes.count)]
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            guard digits.count == 4, let number, number >= 0x20, let scalar = Unicode.Scalar(number) else {
                throw source.error("not a character this can hold; write it as it is, in UTF-8", at: index)
            }
            index += 4
            return Array(String(Character(scalar)).utf8)
        default: throw source.error("unknown escape", at: index - 1)
        }
    }
}
