import Logging
import Postgres
import Synchronization

/// When users were last seen, gathered here and written every few seconds: a call needs no write of its own. What a crash loses is at
/// most `interval` of it.
package final class UserTouches: SharedCache, Buffered {
    package static let subject: String? = "user-touches"
    package static let interval = Duration.seconds(5)
    /// What is stored is so exact, in seconds.
    private static let exactness: Int64 = 60
    /// More than this are not kept while the database is away.
    private static let most = 100_000

    private struct Place: Hashable {
        var tenant: ID
        var user: ID
    }

    private let pending = Mutex<[Place: Timestamp]>([:])
    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// What is gathered here is of nobody else, and stays.
    package func invalidateAll() {}

    func note(_ user: ID, of tenant: ID, at now: Timestamp, stored: Timestamp) {
        guard now.seconds - stored.seconds >= Self.exactness else { return }
        pending.withLock { pending in
            let place = Place(tenant: tenant, user: user)
            if pending[place] == nil, pending.count >= Self.most { return }
            pending[place] = max(pending[place] ?? now, now)
        }
    }

    package func flush() async {
        let noted = pending.withLock { noted in
            defer { noted = [:] }
            return noted
        }
        for (tenant, seen) in Dictionary(grouping: noted, by: \.key.tenant) {
            // Always in one order, so that two processes can't wait for each other.
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
