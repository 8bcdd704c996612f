import Crypto

/// An API key as its owner sees it once: `rst_live_` or `rst_test_`, a 16-character look-up id, `_`, 43 secret
/// characters, 6 characters of CRC-32. Only letters, digits and underscores, so a double click selects all of it.
package struct APIKeyText: Sendable {
    package enum Mode: String, Sendable, CaseIterable {
        case live = "rst_live_"
        case test = "rst_test_"
    }

    package let mode: Mode
    /// Stored unhashed and shown in lists: it finds the row, and authenticates nothing.
    package let lookupID: String
    /// The whole key. It is shown once and never stored.
    package let text: String

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// 62⁴³ is a little over 2²⁵⁶.
    package static func make(_ mode: Mode, using random: inout some RandomNumberGenerator) -> APIKeyText {
        let lookupID = characters(16, using: &random)
        let body = mode.rawValue + lookupID + "_" + characters(43, using: &random)
        return APIKeyText(mode: mode, lookupID: lookupID, text: body + checksum(body))
    }

    private init(mode: Mode, lookupID: String, text: String) {
        self.mode = mode
        self.lookupID = lookupID
        self.text = text
    }

    /// nil for a text that can't be a key, without a database query. The checksum detects typing errors and helps
    /// scanners of leaked secrets; it authenticates nothing.
    package init?(_ text: String) {
        guard text.utf8.count == 9 + 16 + 1 + 43 + 6,
            let mode = Mode.allCases.first(where: { text.hasPrefix($0.rawValue) })
        else { return nil }
        let bytes = Array(text.utf8)
        guard bytes[25] == UInt8(ascii: "_"),
            (bytes[9..<25] + bytes[26...]).allSatisfy(Self.alphabet.contains),
            Self.checksum(String(decoding: bytes[..<69], as: UTF8.self)).utf8.elementsEqual(bytes[69...])
        else { return nil }
        self.init(mode: mode, lookupID: String(decoding: bytes[9..<25], as: UTF8.self), text: text)
    }

    /// HMAC-SHA-256 of the whole text, 32 bytes, with the key of `KeyPurpose.apiKeys`. Compare with
    /// `constantTimeEqual`.
    package func hash(key: SymmetricKey) -> [UInt8] {
        MAC.hmac(Array(text.utf8), key: key)
    }

    private static func characters(_ count: Int, using random: inout some RandomNumberGenerator) -> String {
        String(decoding: (0..<count).map { _ in alphabet[Int.random(in: 0..<62, using: &random)] }, as: UTF8.self)
    }

    /// Six base62 digits can represent 32 bits.
    private static func checksum(_ text: String) -> String {
        var crc = crc32(text.utf8)
        var digits = [UInt8](repeating: alphabet[0], count: 6)
        for place in digits.indices.reversed() {
            digits[place] = alphabet[Int(crc % 62)]
            crc /= 62
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The CRC-32 of IEEE 802.3, as in zlib; computed bit by bit, since there are only 69 bytes.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}
