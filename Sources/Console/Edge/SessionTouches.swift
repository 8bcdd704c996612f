import Logging
import Postgres
import Synchronization

/// When sessions were last used, and when an admin was last in a tenant, written in batches: a page view then needs no
/// write of its own. What a crash loses is at most `interval` of idle time.
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

    /// Notes the use unless the stored time is recent enough.
    package func note(_ session: ID, at now: Timestamp, stored: Timestamp) {
        guard now.microseconds - stored.microseconds > 30_000_000 else { return }
        pending.withLock { $0.sessions[session] = now }
    }

    /// Notes that the admin is in the tenant, to five minutes.
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
