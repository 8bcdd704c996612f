import Logging
import Postgres
import Secrets
import Synchronization

/// The public keys with which users' tokens are verified, as this process has met them: a token is checked without the database.
/// A key never changes, and when it is retired all that it signed has expired.
package final class AccountKeys: SharedCache {
    package static let subject: String? = "account-keys"
    private static let most = 10_000

    struct Known: Sendable {
        let tenant: ID
        let key: VerifyingKey
    }

    private let known = Mutex<[ID: Known]>([:])
    private let database: Database

    package init(database: Database, logger: Logger) { self.database = database }

    package func invalidateAll() { known.withLock { $0 = [:] } }

    /// nil: no tenant signs with it, or it is not known yet and nobody may be asked.
    func key(_ name: String, mayAsk: Bool) async throws -> Known? {
        guard let id = ID(name), id.description == name else { return nil }
        if let found = known.withLock({ $0[id] }) { return found }
        guard mayAsk else { return nil }
        let found: Known? = try await database.perform { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                guard let row = try tx.first(UserCallQueriesAcrossTenants.key(id)),
                    let key = VerifyingKey(id: name, raw: try row.bytes("public_key"))
                else { return nil }
                return Known(tenant: try row.id("tenant_id"), key: key)
            }
        }
        guard let found else { return nil }
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[id] = found
        }
        return found
    }
}
