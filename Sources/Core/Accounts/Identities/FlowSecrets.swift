import Console
import Crypto
import Secrets

/// What binds a way to a provider and back together. Only the state travels; whoever sees it can't tell the others from it, and no
/// table holds them.
struct FlowSecrets: Sendable {
    private let token: Token
    private let key: SymmetricKey

    init(_ token: Token, _ keys: InstallationKeys) { (self.token, key) = (token, keys.accounts) }

    var state: String { token.text }
    /// An ID token that carries it was made for this way.
    var nonce: String { derived("nonce") }
    /// RFC 7636.
    var verifier: String { derived("verifier") }
    var challenge: String { Base64.url.encode(MAC.sha256(Array(verifier.utf8))) }

    private func derived(_ purpose: String) -> String {
        Base64.url.encode(MAC.hmac(Array("identity \(purpose) \(token.text)".utf8), key: key))
    }
}
