import Crypto

/// Ten codes to print, each valid for one sign-in if the authenticator is lost: `k7mq2-xvp9h-h3w8d`.
///
/// 15 characters of 32 are 75 bits each. Guesses are limited by the sign-in's rate limits (20 tries a day against 2⁷⁵
/// / 10). The stored hashes are keyed, so a stolen database without the key file allows no guessing. The caller makes
/// each code work only once: one DELETE or UPDATE by the hash.
package enum RecoveryCodes {
    package static let count = 10
    package static let length = 15

    /// Crockford's base32 in lower case: no i, l, o, u.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".unicodeScalars)

    package static func make(using random: inout some RandomNumberGenerator) -> [String] {
        (0..<count).map { _ in
            var code = String.UnicodeScalarView()
            for (index, byte) in randomBytes(length, using: &random).enumerated() {
                if index > 0, index % 5 == 0 { code.append("-") }
                code.append(alphabet[Int(byte & 31)])
            }
            return String(code)
        }
    }

    /// Corrects case, spaces, dashes, Persian and Arabic-Indic digits, and o, i, l, u for 0, 1, 1, v. Returns nil if
    /// the result is no code.
    package static func normalise(_ typed: String) -> String? {
        guard typed.utf8.count <= 256 else { return nil }
        var code = String.UnicodeScalarView()
        for scalar in typed.lowercased().unicodeScalars
        where !scalar.properties.isWhitespace && !TOTP.ignored.contains(scalar) {
            let meant: Unicode.Scalar
            switch scalar {
            case "o": meant = "0"
            case "i", "l": meant = "1"
            case "u": meant = "v"
            default: meant = TOTP.asciiDigit(scalar) ?? scalar
            }
            guard alphabet.contains(meant) else { return nil }
            code.append(meant)
        }
        return code.count == length ? String(code) : nil
    }

    /// HMAC-SHA-256 of the normalised code, 32 bytes, with the key of `KeyPurpose.recoveryCodes`. nil: not a code.
    package static func hash(_ typed: String, key: SymmetricKey) -> [UInt8]? {
        normalise(typed).map { MAC.hmac(Array($0.utf8), key: key) }
    }
}
