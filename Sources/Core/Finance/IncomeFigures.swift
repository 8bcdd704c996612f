import Console
import Logging
import Postgres

/// What came in by day, for the home page. For a tenant of many users it is some minutes old, as their numbers are.
package final class IncomeFigures: SharedCache {
    package static let subject: String? = nil

    private struct Key: Hashable, Sendable, Weighed {
        var tenant: ID
        var zone: String
        var currency: String
        var weight: Int { tenant.weight + zone.weight + currency.weight }

        init(_ tenant: Tenant) { (self.tenant, zone, currency) = (tenant.id, tenant.zone, tenant.currency) }
    }

    private let cache: Cache<Key, [DayCount]>

    package init(database: Database, logger: Logger) { cache = Cache("income", database: database, logger: logger) }

    static func statement(of tenant: Tenant, now: Timestamp) -> SQL {
        FinanceQueries.income(tenant.currency, now: now, zone: tenant.zone, days: DayCount.days)
    }

    func recent(of tenant: Tenant, now: Timestamp) -> [DayCount]? {
        cache.recent(Key(tenant), within: DayCount.mostSeconds, tenant: tenant.id, now: now) { tx in
            try tx.rows(Self.statement(of: tenant, now: now)).map { try DayCount($0) }
        }
    }

    func set(_ days: [DayCount], of tenant: Tenant, now: Timestamp) { cache.set(Key(tenant), days, now: now) }

    package func invalidateAll() { cache.invalidateAll() }
}
