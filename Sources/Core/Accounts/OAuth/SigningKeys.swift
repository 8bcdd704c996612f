import Console
import Postgres
import Secrets

/// The keys that sign a tenant's tokens. A key signs for 30 days. It is published a day before, so that clients that
/// cache the published keys for hours have it in time, and for a day afterwards, when everything that it signed has
/// long expired.
package enum SigningKeys {
    static let daysUntilNext: Int64 = 29
    private static let ahead: Int64 = 86_400

    private static func place(_ tenant: ID, _ id: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "account_keys", column: "private_key", row: id.bytes)
    }

    /// Returns the key that signs now. A tenant's first key is made when its first app is registered, and the first one for RS256
    /// with the first app that wants it.
    static func current(
        for algorithm: TokenAlgorithm = .es256, in tx: borrowing TenantTransaction, now: Timestamp,
        _ keys: any ValueSealing
    ) throws -> TokenKey {
        for row in try tx.rows(OAuthQueries.keys(for: algorithm.rawValue)) where try row.time("signs_from") <= now {
            let id = try row.id("id")
            let raw = try keys.open(try row.bytes("private_key"), place(tx.tenant, id))
            if let key = TokenKey(id: id.description, raw: raw, for: algorithm) { return key }
        }
        throw OAuthProblem(.temporarilyUnavailable, "there is no key to sign with yet")
    }

    /// Returns all keys that may have signed a token that is still valid, and the next one.
    static func published(in tx: borrowing TenantTransaction) throws -> [VerifyingKey] {
        try tx.rows(OAuthQueries.keys).compactMap { row in
            guard let algorithm = TokenAlgorithm(rawValue: try row.text("algorithm")) else { return nil }
            return VerifyingKey(id: try row.id("id").description, raw: try row.bytes("public_key"), for: algorithm)
        }
    }

    /// Makes the next key of each algorithm in use if it is due, and deletes keys that have signed nothing for long enough.
    package static func renew(in tx: borrowing TenantTransaction, now: Timestamp, _ keys: any ValueSealing) throws {
        _ = try tx.rows(OAuthQueries.alone)
        let chosen = try tx.rows(OAuthQueries.algorithms).map { try $0.text("algorithm") }
        for algorithm in TokenAlgorithm.allCases where algorithm == .es256 || chosen.contains(algorithm.rawValue) {
            let newest = try tx.first(OAuthQueries.keys(for: algorithm.rawValue))?.time("signs_from")
            guard newest.map({ $0 <= now.adding(seconds: -daysUntilNext * 86_400) }) ?? true else { continue }
            let id = ID.make(at: now)
            let key = try TokenKey.make(id: id.description, for: algorithm)
            try tx.execute(
                OAuthQueries.addKey(
                    id, for: algorithm.rawValue, publicKey: key.verifying.raw,
                    privateKey: try keys.seal(key.raw, place(tx.tenant, id)), now: now,
                    signsFrom: newest == nil ? now : now.adding(seconds: ahead)))
        }
        try tx.execute(OAuthQueries.removeRetiredKeys(before: now.adding(seconds: -ahead)))
    }
}
