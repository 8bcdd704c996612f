import Logging
import Postgres
import Synchronization

/// Collects when sessions were last used, and when an admin last used a tenant, and writes this in batches: so a page
/// view needs no write of its own. A crash loses at most `interval` of idle time.
package final class SessionTouches: Buffered {
    package static let interval = Duration.seconds(10)

    private struct Noted {
        var sessions: [ID: Timestamp] = [:]
        /// By tenant, then by admin.
        var members: [ID: [ID: Timestamp]] = [:]
        var isEmpty: Bool { sessions.isEmpty && members.isEmpty }
    }

    private let pending = Mutex(Noted())
    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Records the use unless the stored time is recent enough.
    package func note(_ session: ID, at now: Timestamp, stored: Timestamp) {
        guard now.microseconds - stored.microseconds > 30_000_000 else { return }
        pending.withLock { $0.sessions[session] = now }
    }

    /// Records that the admin uses the tenant, with a precision of five minutes.
    package func note(_ admin: ID, in tenant: ID, at now: Timestamp, stored: Timestamp?) {
        if let stored, now.microseconds - stored.microseconds < 300_000_000 { return }
        pending.withLock { $0.members[tenant, default: [:]][admin] = now }
    }

    package func flush() async {
        let noted = pending.withLock { noted in
            defer { noted = Noted() }
            return noted
        }
        guard !noted.isEmpty else { return }
        do {
            try await database.perform(.safety) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    _ = try tx.execute(
                        SessionQueriesAcrossTenants.touch(Array(noted.sessions.keys), at: Array(noted.sessions.values)))
                }
                for (tenant, admins) in noted.members {
                    try connection.inTenant(tenant) { tx in
                        _ = try tx.execute(
                            SessionQueriesAcrossTenants.touchMemberships(
                                of: Array(admins.keys), at: Array(admins.values)))
                    }
                }
            }
        } catch {
            logger.warning("session times not written", metadata: ["cause": "\(error)"])
        }
    }
}
