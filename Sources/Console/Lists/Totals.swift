import Logging
import Postgres

/// The number of rows of a list, without counting a million for every page.
///
/// Up to `exactLimit` the page counts the rows itself. Above it the page shows an estimate, which is an exact count
/// from some minutes ago; if many rows change at once, a notification from the database invalidates the estimates.
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

    /// Returns the estimate if the list is known to be large. Starts a new count if the estimate is old.
    package func estimate(_ key: Key, now: Timestamp, count: SQL) -> Int? {
        guard let (value, isOld, _) = cache.value(key, now: now), value > Self.exactLimit else { return nil }
        if isOld { refresh(key, now: now, count: count) }
        return value
    }

    /// Returns the total from a page's own count, which ends just above the limit; a large list is counted completely
    /// in the background.
    package func settle(_ key: Key, counted: Int, now: Timestamp, count: SQL) -> Total {
        guard counted > Self.exactLimit else { return .exact(counted) }
        refresh(key, now: now, count: count)
        return .moreThan(Self.exactLimit)
    }

    /// Returns true if the list is above the limit. `counted` counts up to just above it, and is called only if no
    /// estimate exists.
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
