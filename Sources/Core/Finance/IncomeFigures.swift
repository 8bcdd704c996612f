import Console
import Logging
import Postgres

/// The charges by day, for the home page. For a tenant with many users they are some minutes old, like its other
/// figures.
package final class IncomeFigures: SharedCache {
    package static let subject: String? = nil

    struct Values: Sendable, Weighed {
        var days: [DayCount]
        /// The sum up to the same time of the same day a week ago.
        var then: Int

        var weight: Int { 32 + 32 * days.count }

        init(_ rows: [Rows]) throws {
            days = try rows[0].map { try DayCount($0) }
            then = try rows[1].first?.int("n") ?? 0
        }
    }

    private struct Key: Hashable, Sendable, Weighed {
        var tenant: ID
        var zone: String
        var currency: String
        var weight: Int { tenant.weight + zone.weight + currency.weight }

        init(_ tenant: Tenant) { (self.tenant, zone, currency) = (tenant.id, tenant.zone, tenant.currency) }
    }

    private let cache: Cache<Key, Values>

    package init(database: Database, logger: Logger) { cache = Cache("income", database: database, logger: logger) }

    static func statements(of tenant: Tenant, now: Timestamp) -> [SQL] {
        [
            FinanceQueries.income(tenant.currency, now: now, zone: tenant.zone, days: DayCount.days),
            FinanceQueries.incomeThen(tenant.currency, now: now, zone: tenant.zone),
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
