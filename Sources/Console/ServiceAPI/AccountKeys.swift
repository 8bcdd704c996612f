import Logging
import Postgres
import Secrets

/// Caches the public keys that verify users' tokens: so most tokens are verified without the database. A key never
/// changes, and when it is retired, all tokens that it signed have expired.
package final class AccountKeys: SharedCache {
    package static let subject: String? = "account-keys"

    struct Known: Sendable, Weighed {
        let tenant: ID
        let key: VerifyingKey
        /// Of a public key of P-256 with its name.
        var weight: Int { 400 }
    }

    private let known = BoundedCache<ID, Known>(most: 8 << 20)
    private let database: Database

    package init(database: Database, logger: Logger) { self.database = database }

    package func invalidateAll() { known.forgetAll() }

    /// Returns nil if no tenant signs with it, or if it is not cached and the database may not be queried.
    func key(_ name: String, mayAsk: Bool) async throws -> Known? {
        guard let id = ID(name), id.description == name else { return nil }
        if let found = known[id] { return found }
        guard mayAsk else { return nil }
        let found: Known? = try await database.perform { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                guard let row = try tx.first(UserCallQueriesAcrossTenants.key(id)),
                    let key = VerifyingKey(id: name, raw: try row.bytes("public_key"))
                else { return nil }
                return Known(tenant: try row.id("tenant_id"), key: key)
            }
        }
        if let found { known.keep(found, under: id) }
        return found
    }
}
