import Console
import Postgres
import Secrets

/// A refresh token: its session and an HMAC in front of 256 random bits. So a genuine token leads to its session as long
/// as that lives, although the row of a used token is deleted after two days.
struct RefreshToken: Sendable {
    private static let idLength = 16
    /// base64url of the session's id and of the HMAC: 48 bytes, so without padding and without spare bits.
    private static let frontLength = 64

    private let token: Token
    private let front: String
    /// The session that the HMAC vouches for. nil if the token was made elsewhere, or before tokens named their session:
    /// then only its row tells.
    let session: ID?

    /// Makes a new one.
    init(of session: ID, in tenant: ID, _ keys: InstallationKeys) {
        token = Token.random()
        front = Base64.url.encode(session.bytes + Self.mark(token, session.bytes, in: tenant, keys))
        self.session = session
    }

    /// Reads what an app has sent; nil if it has the form of no refresh token.
    init?(_ text: String, in tenant: ID, _ keys: InstallationKeys) {
        let characters = text.utf8.count
        guard characters == 43 || characters == 43 + Self.frontLength, let token = Token(text.suffix(43)) else {
            return nil
        }
        self.token = token
        front = String(text.dropLast(43))
        guard let told = Base64.url.decode(front.utf8), told.count > Self.idLength,
            constantTimeEqual(
                Self.mark(token, Array(told.prefix(Self.idLength)), in: tenant, keys),
                Array(told.dropFirst(Self.idLength)))
        else {
            session = nil
            return
        }
        session = told.withUnsafeBytes { ID(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(Self.idLength))) }
    }

    /// Send it only to the app.
    var text: String { front + token.text }

    /// SHA-256 of the random bits: the form that the table stores and looks up.
    var hash: [UInt8] { token.hash }

    private static func mark(_ token: Token, _ session: [UInt8], in tenant: ID, _ keys: InstallationKeys) -> [UInt8] {
        MAC.hmac(Array("refresh \(tenant) \(token.text) ".utf8) + session, key: keys.accounts)
    }
}
