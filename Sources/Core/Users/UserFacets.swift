import Console
import Logging
import Postgres

/// The plans and countries that a tenant's users have: what their filters offer. Walking an index from value to value
/// costs as much as the page itself, so they are kept for some minutes.
package final class UserFacets: SharedCache {
    package static let subject: String? = nil

    struct Values: Sendable, Hashable {
        var plans: [String]
        var countries: [String]
    }

    private let kept: Kept<ID, Values>

    package init(database: Database, logger: Logger) { kept = Kept("facets", database: database, logger: logger) }

    func values(now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        if let (values, isOld, _) = kept.value(tx.tenant, now: now) {
            if isOld { kept.make(tx.tenant, tenant: tx.tenant, now: now) { tx in try Self.read(in: tx) } }
            return values
        }
        let values = try Self.read(in: tx)
        kept.set(tx.tenant, values, now: now)
        return values
    }

    package func forgetAll() { kept.forgetAll() }

    private static func read(in tx: borrowing TenantTransaction) throws -> Values {
        let plans = try tx.send(UserQueries.plans)
        let countries = try tx.send(UserQueries.countries)
        return Values(
            plans: try plans.rows().first?.texts("values") ?? [],
            countries: try countries.rows().first?.texts("values") ?? [])
    }
}
