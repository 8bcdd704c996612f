import Console
import JSON
import Postgres

/// An issuer's discovery document (OpenID Connect Discovery 1.0, 4).
struct IssuerDocument: Sendable {
    let authorization: String
    let token: String
    let keys: String
    /// True if the issuer's responses name it.
    let namesIssuer: Bool
    let takesSecretInForm: Bool

    /// Returns nil if the document names another issuer: an issuer speaks only for itself.
    static func read(_ issuer: String, _ access: IdentityAccess, now: Timestamp) async throws(IdentityProblem)
        -> IssuerDocument
    {
        var base = issuer[...]
        if base.hasSuffix("/") { base.removeLast() }
        return try await access.document(base + "/.well-known/openid-configuration", now: now) {
            IssuerDocument($0, of: issuer)
        }
    }

    private init?(_ body: [UInt8], of issuer: String) {
        guard let read = try? JSONReader.read(body), read["issuer"]?.text == issuer,
            let authorization = read["authorization_endpoint"]?.text, let token = read["token_endpoint"]?.text,
            let keys = read["jwks_uri"]?.text
        else { return nil }
        (self.authorization, self.token, self.keys) = (authorization, token, keys)
        namesIssuer = read["authorization_response_iss_parameter_supported"] == true
        let methods = read["token_endpoint_auth_methods_supported"]?.elements.compactMap(\.text) ?? []
        takesSecretInForm = methods.contains("client_secret_post")
    }
}
