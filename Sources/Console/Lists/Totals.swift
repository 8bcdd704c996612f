import Logging
import Postgres

/// How many rows a list has, without counting a million for every page.
///
/// Up to `exactLimit` the page counts itself: exact. Above it the page shows an estimate, which is an exact count of
/// some minutes ago; a notification from the database empties the estimates when many rows change at once.
package final class Totals: SharedCache {
    package static let subject: String? = nil

    package static let exactLimit = 10_000

    package struct Key: Hashable, Sendable, Weighed {
        package var tenant: ID
        package var list: String
        /// The filter's text and values: two filters never share a count.
        package var filter: String

        package var weight: Int { tenant.weight + list.weight + filter.weight }

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

    private let cache: Cache<Key, Int>

    package init(database: Database, logger: Logger) { cache = Cache("totals", database: database, logger: logger) }

    /// The estimate, when the list is known to be a large one. Starts a new count when it is old.
    package func estimate(_ key: Key, now: Timestamp, count: SQL) -> Int? {
        guard let (value, isOld, _) = cache.value(key, now: now), value > Self.exactLimit else { return nil }
        if isOld { refresh(key, now: now, count: count) }
        return value
    }

    /// What a page's own count, capped just above the limit, says; a large list is counted whole in the background.
    package func settle(_ key: Key, counted: Int, now: Timestamp, count: SQL) -> Total {
        guard counted > Self.exactLimit else { return .exact(counted) }
        refresh(key, now: now, count: count)
        return .moreThan(Self.exactLimit)
    }

    /// Is the list above the limit? `counted` counts up to just above it, and is asked only when nothing is known.
    package func isLarge(_ key: Key, now: Timestamp, count: SQL, counted: () throws -> Int) rethrows -> Bool {
        if estimate(key, now: now, count: count) != nil { return true }
        if case .exact = settle(key, counted: try counted(), now: now, count: count) { return false }
        return true
    }

    package func invalidateAll() { cache.invalidateAll() }

    private func refresh(_ key: Key, now: Timestamp, count: SQL) {
        cache.make(key, tenant: key.tenant, now: now) { tx in try tx.first(count)?.int("n") ?? 0 }
    }
}
