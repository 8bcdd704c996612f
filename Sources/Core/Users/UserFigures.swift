import Console
import HTML
import Logging
import Postgres

/// The figures of users on the home page. In a tenant of a hundred thousand users, counting them takes longer than the
/// rest of the page, so for a large tenant they are some minutes old.
package final class UserFigures: SharedCache {
    package static let subject: String? = nil

    struct Values: Sendable, Weighed {
        /// Until now, and until the same time of the same day a week ago.
        var newToday: Int
        var newThen: Int
        var newWeek: Int
        /// In the seven days before those.
        var newBefore: Int
        var activeToday: Int
        var suspended: Int
        /// Sign-ups by day of the tenant's zone, oldest first.
        var days: [DayCount]

        var weight: Int { 128 + 32 * days.count }

        init(_ rows: [Rows]) throws {
            let row = rows[0].first
            newToday = try row?.int("new_today") ?? 0
            newThen = try row?.int("new_then") ?? 0
            newWeek = try row?.int("new_week") ?? 0
            newBefore = try row?.int("new_before") ?? 0
            activeToday = try row?.int("active_today") ?? 0
            suspended = try row?.int("suspended") ?? 0
            days = try rows[1].map { try DayCount($0) }
        }
    }

    private struct Key: Hashable, Sendable, Weighed {
        var tenant: ID
        var zone: String
        var weight: Int { tenant.weight + zone.weight }

        init(_ tenant: Tenant) { (self.tenant, zone) = (tenant.id, tenant.zone) }
    }

    private let cache: Cache<Key, Values>

    package init(database: Database, logger: Logger) {
        cache = Cache("users' figures", database: database, logger: logger)
    }

    static func statements(of tenant: Tenant, now: Timestamp) -> [SQL] {
        [
            UserFigureQueries.numbers(now: now, zone: tenant.zone),
            UserFigureQueries.signUps(now: now, zone: tenant.zone, days: DayCount.days),
        ]
    }

    func recent(of tenant: Tenant, now: Timestamp) -> Values? {
        cache.recent(Key(tenant), within: DayCount.mostSeconds, tenant: tenant.id, now: now) { tx in
            try Values(Self.statements(of: tenant, now: now).map { try tx.rows($0) })
        }
    }

    func set(_ values: Values, of tenant: Tenant, now: Timestamp) { cache.set(Key(tenant), values, now: now) }

    package func invalidateAll() { cache.invalidateAll() }
}
