import Logging
import Postgres
import Synchronization

/// How many rows a list has, without counting a million for every page.
///
/// Up to `exactLimit` the page counts itself: exact. Above it the page shows an estimate, which is an exact count of some
/// moments ago, kept per tenant and filter in this process and refreshed in the background; a notification from the
/// database empties it when many rows change at once.
package final class Totals: Sendable {
    package static let exactLimit = 10_000
    /// Seconds after which an estimate is counted anew when somebody looks at it.
    private static let freshSeconds: Int64 = 300
    private static let mostKept = 10_000

    package struct Key: Hashable, Sendable {
        package var tenant: ID
        package var list: String
        /// The filter's text and values: two filters never share a count.
        package var filter: String

        package init(tenant: ID, list: String, filter: String) {
            self.tenant = tenant
            self.list = list
            self.filter = filter
        }
    }

    package enum Total: Sendable, Equatable {
        case exact(Int)
        case about(Int)
        case moreThan(Int)
    }

    private struct State {
        var counts: [Key: (count: Int, at: Timestamp)] = [:]
        var counting: Set<Key> = []
    }

    private let state = Mutex(State())
    private let database: Database
    private let logger: Logger

    init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// The estimate, when the list is known to be a large one. Starts a new count when it is old.
    package func estimate(_ key: Key, now: Timestamp, count: SQL) -> Int? {
        let kept = state.withLock { $0.counts[key] }
        guard let kept, kept.count > Self.exactLimit else { return nil }
        if now.seconds - kept.at.seconds > Self.freshSeconds { refresh(key, now: now, count: count) }
        return kept.count
    }

    /// What a page's own count, capped just above the limit, says; a large list is counted whole in the background.
    package func settle(_ key: Key, counted: Int, now: Timestamp, count: SQL) -> Total {
        guard counted > Self.exactLimit else { return .exact(counted) }
        refresh(key, now: now, count: count)
        return .moreThan(Self.exactLimit)
    }

    package func forgetAll() { state.withLock { $0.counts.removeAll() } }

    private func refresh(_ key: Key, now: Timestamp, count: SQL) {
        let isFirst = state.withLock { $0.counting.insert(key).inserted }
        guard isFirst else { return }
        Task { [self] in
            do {
                let counted = try await database.perform(.streams) { connection in
                    try connection.inTenant(key.tenant, .readOnly) { tx in try tx.first(count)?.int("n") ?? 0 }
                }
                state.withLock {
                    if $0.counts.count >= Self.mostKept { $0.counts.removeAll() }
                    $0.counts[key] = (counted, now)
                    $0.counting.remove(key)
                }
            } catch {
                _ = state.withLock { $0.counting.remove(key) }
                logger.warning("count failed", metadata: ["list": "\(key.list)", "cause": "\(error)"])
            }
        }
    }
}
