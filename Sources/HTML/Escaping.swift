/// Makes bytes from outside harmless. One table serves text and quoted attributes: characters that end either or
/// begin markup become character references; control characters, which HTML forbids, become U+FFFD.
enum Escaping {
    @inline(__always)
    static func needsWork(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }

    /// True if one of the eight bytes may need work. It may be a false alarm: a tab, a line end, or a byte after one
    /// that needs work.
    @inline(__always)
    static func mayNeedWork(_ bytes: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Sets the high bit of each byte that is zero; see "Determine if a word has a zero byte" in Anderson's Bit
        // Twiddling Hacks.
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let controls = (bytes &- ones &* 0x20) & ~bytes
        // & and ' differ in one bit, < and > in another.
        let marks =
            zeros((bytes | ones) ^ ones &* 0x27) | zeros((bytes | ones &* 2) ^ ones &* 0x3E)
            | zeros(bytes ^ ones &* 0x22)
        return (controls | marks | zeros(bytes ^ ones &* 0x7F)) & (ones &* 0x80) != 0
    }

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

    /// RFC 3986 "unreserved": the only bytes that a URL component contains unencoded.
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

    /// Returns `value` encoded as one path segment, query name or query value.
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
        guard let start = source.baseAddress else { return }
        var begin = 0
        var index = 0
        while index < source.count {
            // Checks eight bytes at a time: nearly all text needs no escaping.
            if index + 8 <= source.count,
                !Escaping.mayNeedWork(UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
            {
                index += 8
                continue
            }
            let stop = min(index + 8, source.count)
            while index < stop {
                if Escaping.needsWork(start[index]) {
                    append(UnsafeBufferPointer(rebasing: source[begin..<index]))
                    raw(Escaping.reference(start[index]))
                    begin = index + 1
                }
                index += 1
            }
        }
        append(UnsafeBufferPointer(rebasing: source[begin...]))
    }

    mutating func appendEscaped(_ value: String) {
        var value = value
        value.withUTF8 { appendEscaped($0) }
    }
}
