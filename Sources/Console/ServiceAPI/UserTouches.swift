import Logging
import Postgres

/// Collects when users were last seen, and writes this every few seconds: so a call needs no write of its own. A
/// crash loses at most `interval` of it.
package final class UserTouches: SharedCache, Buffered {
    package static let subject: String? = "user-touches"
    package static let interval = Duration.seconds(5)
    /// The precision of the stored time, in seconds.
    private static let exactness: Int64 = 60

    private let pending = Pending<UserOfTenant, Timestamp>(most: 100_000)
    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// The data here is collected by this process only, so nothing invalidates it.
    package func invalidateAll() {}

    func note(_ user: ID, of tenant: ID, at now: Timestamp, stored: Timestamp) {
        guard now.seconds - stored.seconds >= Self.exactness else { return }
        pending.add(now, to: UserOfTenant(tenant, user)) { max($0, $1) }
    }

    package func flush() async {
        for (tenant, seen) in Dictionary(grouping: pending.take(), by: \.key.tenant) {
            // Always in the same order, so that two processes can't deadlock.
            let seen = seen.sorted { $0.key.user < $1.key.user }
            do {
                try await database.perform(.safety) { connection in
                    try connection.inTenant(tenant) { tx in
                        try tx.execute(
                            UserCallQueriesAcrossTenants.touch(seen.map(\.key.user), at: seen.map(\.value)))
                    }
                }
            } catch {
                logger.warning("when users were seen is not written", metadata: ["cause": "\(error)"])
            }
        }
    }
}
