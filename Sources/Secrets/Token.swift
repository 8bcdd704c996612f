import Crypto

/// 256 random bits in a cookie or a link (a session, an invitation, a reset), and their hash for storage.
package struct Token: Sendable {
    package static let length = 32

    private let key: SymmetricKey

    package static func random(using random: inout some RandomNumberGenerator) -> Token {
        Token(key: SymmetricKey(data: randomBytes(length, using: &random)))
    }

    package static func random() -> Token {
        var random = SystemRandomNumberGenerator()
        return Token.random(using: &random)
    }

    private init(key: SymmetricKey) { self.key = key }

    /// Reads the 43 characters of `text`, and nothing else: each token has one spelling.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43, let bytes = Base64.url.decode(text.utf8) else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// base64url without padding, 43 characters. Send it only to the browser.
    package var text: String { key.withUnsafeBytes { Base64.url.encode($0) } }

    /// SHA-256, 32 bytes: the form that a table stores and looks up. 256 random bits need no salt and no slow hash.
    package var hash: [UInt8] { key.withUnsafeBytes { Array(SHA256.hash(data: $0)) } }
}

/// The description hides the token: a person who reads a token in a log could take over the session.
extension Token: CustomStringConvertible {
    package var description: String { "Token(256 bits)" }
}
