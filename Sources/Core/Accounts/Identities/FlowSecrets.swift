import Console
import Crypto
import Secrets

/// The secrets that bind a flow to a provider and its return. Only the state travels; the others can't be derived from
/// it without the key, and no table contains them.
struct FlowSecrets: Sendable {
    private let token: Token
    private let key: SymmetricKey

    init(_ token: Token, _ keys: InstallationKeys) { (self.token, key) = (token, keys.accounts) }

    var state: String { token.text }
    /// Proves that an ID token was issued for this flow.
    var nonce: String { derived("nonce") }
    /// The verifier of PKCE (RFC 7636).
    var verifier: String { derived("verifier") }
    var challenge: String { Base64.url.encode(MAC.sha256(Array(verifier.utf8))) }

    private func derived(_ purpose: String) -> String {
        Base64.url.encode(MAC.hmac(Array("identity \(purpose) \(token.text)".utf8), key: key))
    }
}
