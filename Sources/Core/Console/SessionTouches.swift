import Logging
import Postgres
import Synchronization

/// When sessions were last used, written in batches: a page view then needs no write of its own. What a crash loses is
/// at most `interval` of idle time.
package final class SessionTouches: Sendable {
    private static let interval = Duration.seconds(10)
    private let pending = Mutex<[ID: Timestamp]>([:])
    private let database: Database
    private let logger: Logger

    init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Notes the use unless the stored time is recent enough.
    func note(_ session: ID, at now: Timestamp, stored: Timestamp) {
        guard now.microseconds - stored.microseconds > 30_000_000 else { return }
        pending.withLock { $0[session] = now }
    }

    package func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            await flush()
        }
        await flush()
    }

    package func flush() async {
        let noted = pending.withLock { noted in
            defer { noted = [:] }
            return noted
        }
        guard !noted.isEmpty else { return }
        do {
            try await database.perform(.streams) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    _ = try tx.execute(SessionQueriesAcrossTenants.touch(Array(noted.keys), at: Array(noted.values)))
                }
            }
        } catch {
            logger.warning("session times not written", metadata: ["cause": "\(error)"])
        }
    }
}
