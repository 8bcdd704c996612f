import Console
import Postgres
import Secrets

/// An app that signs people in.
struct AccountApp: Sendable {
    let id: ID
    let name: String
    let redirects: [RedirectAddress]
    /// nil: it runs on people's own devices and can keep no secret.
    let secretHash: [UInt8]?

    init(_ row: Row) throws {
        id = try row.id("id")
        name = try row.text("name")
        redirects = try row.texts("redirect_uris").compactMap { RedirectAddress($0) }
        secretHash = try row.bytesOrNil("secret_hash")
    }

    /// The app that a request names; nil for one that nobody has registered.
    static func named(_ clientID: String, in tx: borrowing TenantTransaction) throws -> AccountApp? {
        guard let id = ID(clientID), id.description == clientID else { return nil }
        return try tx.first(AppQueries.one(id)).map { try AccountApp($0) }
    }

    /// The address that the request may be answered at; nil for one that is not registered.
    func redirect(_ named: String) -> RedirectAddress? {
        redirects.contains { $0.allows(named) } ? RedirectAddress(named) : nil
    }

    func hasSecret(_ text: String) -> Bool {
        guard let secretHash, let token = Token(text) else { return false }
        return constantTimeEqual(token.hash, secretHash)
    }
}
