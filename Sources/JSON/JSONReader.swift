/// Reads JSON (RFC 8259) from outside: UTF-8, one value with nothing after it, every member once.
package struct JSONReader {
    /// The position at which the text stops being JSON, in bytes from the start, and why.
    package struct Fault: Error, Equatable {
        package var offset: Int
        package var why: String
    }

    private let bytes: [UInt8]
    private let deepest: Int
    private var at = 0

    /// `deepest`: the most levels below the value itself.
    package static func read(_ bytes: [UInt8], deepest: Int = 32) throws(Fault) -> JSONText {
        var reader = JSONReader(bytes: bytes, deepest: deepest)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw reader.fault("there is something behind the value") }
        return value
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    private func fault(_ why: String) -> Fault { Fault(offset: at, why: why) }

    /// The next byte; 0 at the end, since JSON never contains it.
    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func skipSpace() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ wanted: Unicode.Scalar) throws(Fault) {
        guard byte == UInt8(ascii: wanted) else { throw fault("expected \(wanted)") }
        at += 1
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONText {
        guard depth <= deepest else { throw fault("deeper than \(deepest) levels") }
        skipSpace()
        switch byte {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONText) throws(Fault) -> JSONText {
        for index in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[index] else { throw fault("no value of JSON") }
            at += 1
        }
        return value
    }

    private mutating func array(depth: Int) throws(Fault) -> JSONText {
        var values: [JSONText] = []
        try take("[")
        skipSpace()
        if byte != UInt8(ascii: "]") {
            while true {
                values.append(try value(depth: depth + 1))
                skipSpace()
                if byte == UInt8(ascii: "]") { break }
                try take(",")
            }
        }
        at += 1
        return .array(values)
    }

    private mutating func object(depth: Int) throws(Fault) -> JSONText {
        var members: [(String, JSONText)] = []
        var names: Set<[UInt8]> = []
        try take("{")
        skipSpace()
        if byte != UInt8(ascii: "}") {
            while true {
                skipSpace()
                let name = try string()
                guard !Self.isThere(name, in: members, &names) else { throw fault("a member stands here twice") }
                skipSpace()
                try take(":")
                members.append((name, try value(depth: depth + 1)))
                skipSpace()
                if byte == UInt8(ascii: "}") { break }
                try take(",")
            }
        }
        at += 1
        return .object(members)
    }

    /// Compared by bytes: two Unicode spellings of one letter are two names. The few members that most objects have are compared
    /// sooner than hashed; of many, `names` has all.
    private static func isThere(_ name: String, in members: [(String, JSONText)], _ names: inout Set<[UInt8]>) -> Bool {
        if members.count < 24 { return members.contains { $0.0 == name && $0.0.utf8.elementsEqual(name.utf8) } }
        if names.isEmpty { names = Set(members.map { Array($0.0.utf8) }) }
        return !names.insert(Array(name.utf8)).inserted
    }

    private mutating func number() throws(Fault) -> JSONText {
        let start = at
        if byte == UInt8(ascii: "-") { at += 1 }
        let leading = byte
        let whole = digits()
        guard whole > 0 else { throw fault("no value of JSON") }
        if whole > 1, leading == UInt8(ascii: "0") { throw fault("a number begins with no zero") }
        var isWhole = true
        if byte == UInt8(ascii: ".") {
            at += 1
            isWhole = false
            guard digits() > 0 else { throw fault("digits are missing") }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            at += 1
            isWhole = false
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
            guard digits() > 0 else { throw fault("digits are missing") }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        return isWhole ? Int(text).map { .int($0) } ?? .number(text) : .number(text)
    }

    private mutating func digits() -> Int {
        let start = at
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        return at - start
    }

    private mutating func string() throws(Fault) -> String {
        try take("\"")
        // Most texts are read where they lie; one with escapes is put together.
        let start = at
        func isPlain(_ byte: UInt8) -> Bool {
            byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        at = bytes[start...].firstIndex { !isPlain($0) } ?? bytes.count
        if byte == UInt8(ascii: "\"") {
            let text = String(validating: bytes[start..<at], as: UTF8.self)
            at += 1
            guard let text else { throw fault("a text is not UTF-8") }
            return text
        }
        var out = Array(bytes[start..<at])
        while byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else {
                throw fault(at < bytes.count ? "a control character in a text" : "a text is not closed")
            }
            if byte == UInt8(ascii: "\\") {
                at += 1
                try escaped(into: &out)
            } else {
                out.append(byte)
                at += 1
            }
        }
        at += 1
        guard let text = String(validating: out, as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return text
    }

    private mutating func escaped(into out: inout [UInt8]) throws(Fault) {
        let escape = byte
        at += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(escape)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "u"):
            var number = try hex()
            if (0xD800..<0xDC00).contains(number) {
                // A character beyond the first 65,536 is written as two escapes.
                try take("\\")
                try take("u")
                let low = try hex()
                guard (0xDC00..<0xE000).contains(low) else { throw fault("half a character") }
                number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(number) else { throw fault("half a character") }
            out += Array(String(Character(scalar)).utf8)
        default: throw fault("no escape of JSON")
        }
    }

    private mutating func hex() throws(Fault) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hex digits are missing")
            }
            number = number << 4 | UInt32(digit)
            at += 1
        }
        return number
    }
}
