/// A UUID of 16 bytes, made by the server as UUIDv7 (RFC 9562). IDs sort by the time at which they were made.
package struct ID: Hashable, Sendable, Comparable, LosslessStringConvertible {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new UUIDv7: 48 bits of milliseconds since 1970, version, variant, 74 random bits.
    package static func make(at time: Timestamp, using random: inout some RandomNumberGenerator) -> ID {
        let milliseconds = UInt64(max(0, time.microseconds / 1000)) & 0xFFFF_FFFF_FFFF
        return ID(
            high: milliseconds << 16 | 0x7000 | random.next() & 0x0FFF,
            low: 0x8000_0000_0000_0000 | random.next() & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// Returns the bound below which no id was made from then on: with it, a statement reads only the end of an index of
    /// ids.
    package static func earliest(at time: Timestamp) -> ID {
        ID(high: (UInt64(max(0, time.microseconds / 1000)) & 0xFFFF_FFFF_FFFF) << 16, low: 0)
    }

    package static func make(at time: Timestamp = .now) -> ID {
        var random = SystemRandomNumberGenerator()
        return make(at: time, using: &random)
    }

    /// Reads the canonical form with dashes, in upper or lower case. Returns nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (index, byte) in text.utf8.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            if digits < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    /// The 16 bytes in network order, as PostgreSQL sends and receives them.
    package init(bytes: UnsafeRawBufferPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    package var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var at = 0
            for nibble in 0..<32 {
                if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                    buffer[at] = UInt8(ascii: "-")
                    at += 1
                }
                let word = nibble < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble & 15))) & 15
                buffer[at] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                at += 1
            }
            return 36
        }
    }

    package static func < (a: ID, b: ID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
