import Console
import JSON
import Postgres

/// What an issuer says about itself (OpenID Connect Discovery 1.0, 4).
struct IssuerDocument: Sendable {
    let authorization: String
    let token: String
    let keys: String
    /// Answers say which issuer they are of.
    let namesIssuer: Bool
    let takesSecretInForm: Bool

    /// An issuer speaks for itself alone: a document that names another one counts for nothing.
    static func read(_ issuer: String, _ access: IdentityAccess, now: Timestamp) async throws(IdentityProblem)
        -> IssuerDocument
    {
        var base = issuer[...]
        if base.hasSuffix("/") { base.removeLast() }
        let body = try await access.document(base + "/.well-known/openid-configuration", now: now)
        guard let read = try? JSONReader.read(body), read["issuer"]?.text == issuer,
            let authorization = read["authorization_endpoint"]?.text, let token = read["token_endpoint"]?.text,
            let keys = read["jwks_uri"]?.text
        else { throw .unreachable("the discovery document of \(issuer) is none, or another's") }
        let methods = read["token_endpoint_auth_methods_supported"]?.elements.compactMap(\.text) ?? []
        return IssuerDocument(
            authorization: authorization, token: token, keys: keys,
            namesIssuer: read["authorization_response_iss_parameter_supported"] == true,
            takesSecretInForm: methods.contains("client_secret_post"))
    }
}
