import Console
import Postgres

/// Stores a new password or a new second step: every session that began with the old ones ends, everywhere. No other
/// code stores either, except a better hash of the same password.
enum NewCredentials {
    /// The exceptions: the session that requests the change, and its browser.
    struct Cache {
        var session: ID?
        var device: [UInt8]?
    }

    static func setPassword(
        _ hash: String, of admin: ID, keeping kept: Cache, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws {
        try tx.execute(AdminQueriesAcrossTenants.setPassword(hash, of: admin))
        try endAll(of: admin, but: kept, now: now, in: tx)
    }

    static func setSecret(
        _ sealed: [UInt8], step: Int64, of admin: ID, keeping kept: Cache, now: Timestamp,
        in tx: borrowing TenantTransaction
    ) throws {
        try tx.execute(AdminQueriesAcrossTenants.setSecret(sealed, step: step, of: admin))
        try endAll(of: admin, but: kept, now: now, in: tx)
    }

    private static func endAll(
        of admin: ID, but kept: Cache, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws {
        if let session = kept.session {
            try tx.execute(SessionQueriesAcrossTenants.endOthers(of: admin, but: session, now: now))
        } else {
            try tx.execute(SessionQueriesAcrossTenants.endAll(of: admin, now: now))
        }
        try tx.execute(KnownDevices.invalidate(of: admin, but: kept.device ?? []))
        try tx.execute(BrowserLinkQueries.end(of: admin))
    }
}
