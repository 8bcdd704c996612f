/// RFC 4648 base32, in which a person types a TOTP secret into an authenticator.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Without padding by default, as authenticators expect.
    package static func encode(_ bytes: some Sequence<UInt8>, padded: Bool = false) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 5 {
                held -= 5
                text.append(alphabet[Int(bits >> UInt32(held) & 31)])
            }
        }
        if held > 0 { text.append(alphabet[Int(bits << UInt32(5 - held) & 31)]) }
        if padded { while text.count % 8 != 0 { text.append(UInt8(ascii: "=")) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts lower case, spaces and dashes between groups, with or without padding. nil for anything else, also for
    /// a length that no bytes have, or bits left over.
    package static func decode(_ text: String) -> [UInt8]? {
        var characters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        guard ![1, 3, 6].contains(characters.count % 8) else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for character in characters {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = character - UInt8(ascii: "2") + 26
            default: return nil
            }
            bits = bits << 5 | UInt32(value)
            held += 5
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        guard bits & (1 << UInt32(held) - 1) == 0 else { return nil }
        return bytes
    }
}
