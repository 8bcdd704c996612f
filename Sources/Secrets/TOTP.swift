import COath
import Crypto

/// Time-based one-time codes (RFC 6238): SHA-1, six digits, 30 seconds, as every authenticator app supports them.
package struct TOTP: Sendable {
    package static let secretLength = 20
    package static let period: Int64 = 30
    package static let digits = 6

    // SymmetricKey wipes its bytes when its last copy is released.
    private let key: SymmetricKey

    /// nil if the secret does not have 160 bits.
    package init?(secret: [UInt8]) {
        guard secret.count == Self.secretLength else { return nil }
        key = SymmetricKey(data: secret)
    }

    package static func make(using random: inout some RandomNumberGenerator) -> TOTP {
        TOTP(key: SymmetricKey(data: randomBytes(secretLength, using: &random)))
    }

    private init(key: SymmetricKey) { self.key = key }

    /// For the keyring to seal; never for a page or a log.
    package var secret: [UInt8] { key.withUnsafeBytes { Array($0) } }

    /// The secret for typing into an authenticator that can't scan: `JBSW Y3DP …`.
    package var groupedText: String {
        Base32.encode(secret).enumerated().reduce(into: "") { text, next in
            if next.offset > 0, next.offset % 4 == 0 { text.append(" ") }
            text.append(next.element)
        }
    }

    /// Returns the newest time step that has this code, of the step of `seconds` (since 1970) and the ones before and
    /// after it, if it is later than `lastAccepted`. nil: refuse the code. The code must be six ASCII digits:
    /// `normalise` the typed text first.
    ///
    /// The caller stores the step with one UPDATE that has the condition `last_step < $1`: two requests with the same
    /// code may both get here.
    package func matchingStep(of code: String, at seconds: Int64, after lastAccepted: Int64) -> Int64? {
        let typed = Array(code.utf8)
        guard typed.count == Self.digits, typed.allSatisfy({ (0x30...0x39).contains($0) }), seconds >= 0 else {
            return nil
        }
        let now = seconds / Self.period
        var match: Int64 = -1
        // All three codes are computed and compared, whichever matches: the time must not reveal how far a clock is
        // off.
        for step in now - 1...now + 1 {
            let usable = constantTimeEqual(self.code(at: step), typed) && step > lastAccepted
            match = usable ? step : match
        }
        return match < 0 ? nil : match
    }

    /// Returns the six digits of a time step (seconds since 1970 / 30), as ASCII.
    func code(at step: Int64) -> [UInt8] {
        key.withUnsafeBytes { secret in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.digits + 1) { text in
                let code = oath_hotp_generate(
                    secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count,
                    UInt64(bitPattern: step), UInt32(Self.digits), false,
                    -1,  // OATH_HOTP_DYNAMIC_TRUNCATION, which is SIZE_MAX.
                    text.baseAddress)
                // If liboath fails, the empty result matches no typed code.
                guard code == OATH_OK.rawValue else { return [] }
                return text.prefix(Self.digits).map { UInt8(bitPattern: $0) }
            }
        }
    }

    /// Converts typed text for `matchingStep`: drops spaces and dashes ("402 913"), and turns Persian and
    /// Arabic-Indic digits into ASCII. All other characters stay, and are refused later.
    package static func normalise(_ typed: String) -> String {
        // A code has six digits; a much longer text is refused unread.
        guard typed.utf8.count <= 64 else { return "" }
        var text = String.UnicodeScalarView()
        for scalar in typed.unicodeScalars where !scalar.properties.isWhitespace && !ignored.contains(scalar) {
            text.append(asciiDigit(scalar) ?? scalar)
        }
        return String(text)
    }

    /// Dashes, and the invisible marks that copying a code from right-to-left text adds.
    static let ignored: Set<Unicode.Scalar> = [
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}",
        "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{FEFF}",
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    ]

    /// U+0660…0669 (Arabic-Indic) and U+06F0…06F9 (Persian, Urdu).
    static func asciiDigit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0660...0x0669: Unicode.Scalar(UInt8(scalar.value - 0x0660) + 0x30)
        case 0x06F0...0x06F9: Unicode.Scalar(UInt8(scalar.value - 0x06F0) + 0x30)
        default: nil
        }
    }
}
