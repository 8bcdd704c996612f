// modules: JSON Secrets
@testable import Secrets

/// What people and programs present of themselves: keys, tokens, codes, passwords.
enum Tokens: Fuzzed {
    static let name = "tokens"
    static let longest = 4_096

    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = SignedClaims(text, type: "at+jwt")
        if let key = APIKeyText(text) {
            try Broken.unless(key.text == text && key.lookupID.utf8.count == 16, "its own id")
        }
        if let bytes = Base64.url.decode(text.utf8) {
            try Broken.unless(Base64.url.encode(bytes) == text, "base64url has one spelling")
        }
        if let bytes = Base64.padded.decode(text.utf8) {
            try Broken.unless(Base64.padded.encode(bytes) == text, "base64 has one spelling")
        }
        if let bytes = Hex.decode(text) {
            try Broken.unless(Hex.encode(bytes) == text.lowercased(), "hex is read back")
        }
        if let bytes = Base32.decode(text) {
            try Broken.unless(Base32.decode(Base32.encode(bytes)) == bytes, "base32 is read back")
        }
        if let code = RecoveryCodes.normalise(text) {
            try Broken.unless(RecoveryCodes.normalise(code) == code, "a code is normal once")
        }
        let digits = TOTP.normalise(text)
        try Broken.unless(TOTP.normalise(digits) == digits, "digits are normal once")
        if let party = RelyingParty(text) {
            try Broken.unless(RelyingParty(party.origin) == party, "an origin is its own")
        }
        _ = Token(text)
        _ = try? PasswordHash(phc: text)
    }
}
