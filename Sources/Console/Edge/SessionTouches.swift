import Logging
import Postgres

/// Collects when sessions were last used, and when an admin last used a tenant, and writes this in batches: so a page
/// view needs no write of its own. A crash loses at most `interval` of idle time.
package final class SessionTouches: Buffered {
    package static let interval = Duration.seconds(10)

    private struct Membership: Hashable {
        var tenant: ID
        var admin: ID
    }

    private let sessions = Pending<ID, Timestamp>(most: 100_000)
    private let members = Pending<Membership, Timestamp>(most: 100_000)
    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Records the use unless the stored time is recent enough.
    package func note(_ session: ID, at now: Timestamp, stored: Timestamp) {
        guard now.microseconds - stored.microseconds > 30_000_000 else { return }
        sessions.add(now, to: session) { max($0, $1) }
    }

    /// Records that the admin uses the tenant, with a precision of five minutes.
    package func note(_ admin: ID, in tenant: ID, at now: Timestamp, stored: Timestamp?) {
        if let stored, now.microseconds - stored.microseconds < 300_000_000 { return }
        members.add(now, to: Membership(tenant: tenant, admin: admin)) { max($0, $1) }
    }

    package func flush() async {
        let (sessions, members) = (sessions.take(), members.take())
        guard !sessions.isEmpty || !members.isEmpty else { return }
        do {
            try await database.perform(.safety) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    _ = try tx.execute(
                        SessionQueriesAcrossTenants.touch(Array(sessions.keys), at: Array(sessions.values)))
                }
                for (tenant, members) in Dictionary(grouping: members, by: \.key.tenant) {
                    try connection.inTenant(tenant) { tx in
                        _ = try tx.execute(
                            SessionQueriesAcrossTenants.touchMemberships(
                                of: members.map(\.key.admin), at: members.map(\.value)))
                    }
                }
            }
        } catch {
            logger.warning("session times not written", metadata: ["cause": "\(error)"])
        }
    }
}
