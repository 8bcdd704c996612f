/// How bytes that come from outside are made harmless. One table serves text and quoted attributes:
/// what ends either, or begins markup, is written as a character reference; control characters, which
/// HTML forbids, become U+FFFD.
enum Escaping {
    /// Which bytes need work: 0 none, 1 a character reference, 2 a replacement.
    static let kinds: [UInt8] = {
        var kinds = [UInt8](repeating: 0, count: 256)
        for byte in 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D { kinds[byte] = 2 }
        kinds[0x7F] = 2
        for character in "&<>\"'".utf8 { kinds[Int(character)] = 1 }
        return kinds
    }()

    static func reference(_ byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: "\u{FFFD}"
        }
    }

    /// RFC 3986 "unreserved": the only bytes a URL component keeps as they are.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// `value` as one path segment, query name or query value.
    static func percentEncoded(_ value: String) -> String {
        var value = value
        let encoded = value.withUTF8 { bytes -> String? in
            if bytes.allSatisfy(isUnreserved) { return nil }
            return String(unsafeUninitializedCapacity: bytes.count * 3) { encoded in
                var count = 0
                for byte in bytes {
                    if isUnreserved(byte) {
                        encoded[count] = byte
                        count += 1
                    } else {
                        encoded[count] = UInt8(ascii: "%")
                        encoded[count + 1] = hexDigit(byte >> 4)
                        encoded[count + 2] = hexDigit(byte & 15)
                        count += 3
                    }
                }
                return count
            }
        }
        return encoded ?? value
    }

    static func percentEncoded(_ value: Substring) -> String { percentEncoded(String(value)) }
}

extension HTMLBuffer {
    mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
        Escaping.kinds.withUnsafeBufferPointer { kinds in
            var begin = 0
            var index = 0
            while index < source.count {
                if kinds[Int(source[index])] != 0 {
                    append(UnsafeBufferPointer(rebasing: source[begin..<index]))
                    raw(Escaping.reference(source[index]))
                    begin = index + 1
                }
                index += 1
            }
            append(UnsafeBufferPointer(rebasing: source[begin...]))
        }
    }

    mutating func appendEscaped(_ value: String) {
        var value = value
        value.withUTF8 { appendEscaped($0) }
    }
}
