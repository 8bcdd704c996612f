import Console
import Postgres
import Secrets

/// An app that users sign in to.
struct AccountApp: Sendable {
    let id: ID
    let name: String
    let redirects: [RedirectAddress]
    /// nil if the app runs on people's own devices, where it can keep no secret.
    let secretHash: [UInt8]?
    /// What signs its ID tokens (`id_token_signed_response_alg` of OpenID Connect Registration 1.0).
    let idTokenAlgorithm: TokenAlgorithm

    init(_ row: Row) throws {
        id = try row.id("id")
        name = try row.text("name")
        redirects = try row.texts("redirect_uris").compactMap { RedirectAddress($0) }
        secretHash = try row.bytesOrNil("secret_hash")
        idTokenAlgorithm = TokenAlgorithm(rawValue: try row.text("id_token_algorithm")) ?? .es256
    }

    /// Returns the app that a request names; nil if it is not registered.
    static func named(_ clientID: String, in tx: borrowing TenantTransaction) throws -> AccountApp? {
        guard let id = ID(clientID), id.description == clientID else { return nil }
        return try tx.first(AppQueries.one(id)).map { try AccountApp($0) }
    }

    /// Returns the address to which the response may be sent; nil if it is not registered.
    func redirect(_ named: String) -> RedirectAddress? {
        redirects.contains { $0.allows(named) } ? RedirectAddress(named) : nil
    }

    func hasSecret(_ text: String) -> Bool {
        guard let secretHash, let token = Token(text) else { return false }
        return constantTimeEqual(token.hash, secretHash)
    }
}
