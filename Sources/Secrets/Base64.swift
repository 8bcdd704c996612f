/// RFC 4648 base64 without Foundation, in the three forms that Roost uses. Decodes only the canonical text: no white
/// space, no stray bits in the last character, padding exactly where the form has it.
package enum Base64 {
    /// PHC strings: the standard alphabet, no padding.
    case unpadded
    /// Tokens in cookies and links.
    case url
    /// Key files, as `openssl rand -base64 32` writes them, the bodies of e-mails and of pushes.
    case padded

    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        let alphabet = alphabet
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                text.append(alphabet[Int(bits >> UInt32(held) & 63)])
            }
        }
        if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
        if self == .padded { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
        return String(decoding: text, as: UTF8.self)
    }

    package func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var characters = Array(text)
        defer { wipe(&characters) }
        if self == .padded {
            guard characters.count % 4 == 0 else { return nil }
            for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        }
        guard characters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count * 3 / 4)
        var bits: UInt32 = 0
        var held = 0
        for character in characters {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        guard bits & (1 << UInt32(held) - 1) == 0 else { return nil }
        return bytes
    }

    private var alphabet: [UInt8] {
        let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return Array((common + (self == .url ? "-_" : "+/")).utf8)
    }

    private func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-") where self == .url, UInt8(ascii: "+") where self != .url: 62
        case UInt8(ascii: "_") where self == .url, UInt8(ascii: "/") where self != .url: 63
        default: nil
        }
    }
}
