import Console
import HTML
import Logging
import Postgres

/// The numbers of the home page. Among a hundred thousand users they take longer to count than all the rest of the
/// page, so for a large tenant they are some minutes old.
package final class HomeFigures: SharedCache {
    package static let subject: String? = nil

    struct Values: Sendable {
        /// Up to now, and up to the same time of the same day a week ago.
        var newToday: Int
        var newThen: Int
        var newWeek: Int
        /// In the seven days before those.
        var newBefore: Int
        var activeToday: Int
        var suspended: Int
        /// Sign-ups by day of the tenant's zone, oldest first.
        var days: [(day: LocalTime, count: Int)]
        /// What came in on those days, in minor units of the tenant's currency.
        var income: [(day: LocalTime, count: Int)]
    }

    private struct Key: Hashable, Sendable {
        var tenant: ID
        var zone: String
        var currency: String
    }

    /// Older ones are of another day, perhaps: then the page counts by itself.
    private static let mostSeconds: Int64 = 900
    private static let dayCount = 90
    private let cache: Cache<Key, Values>

    package init(database: Database, logger: Logger) { cache = Cache("home", database: database, logger: logger) }

    func values(isLarge: Bool, of tenant: Tenant, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        let key = Key(tenant: tx.tenant, zone: tenant.zone, currency: tenant.currency)
        guard isLarge else { return try Self.read(key, now: now, in: tx) }
        if let (values, isOld, age) = cache.value(key, now: now), age < Self.mostSeconds {
            if isOld { cache.make(key, tenant: tx.tenant, now: now) { tx in try Self.read(key, now: now, in: tx) } }
            return values
        }
        let values = try Self.read(key, now: now, in: tx)
        cache.set(key, values, now: now)
        return values
    }

    package func invalidateAll() { cache.invalidateAll() }

    private static func read(_ key: Key, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        let numbers = try tx.send(HomeQueries.numbers(now: now, zone: key.zone))
        let signUps = try tx.send(HomeQueries.signUps(now: now, zone: key.zone, days: dayCount))
        let income = try tx.send(HomeQueries.income(key.currency, now: now, zone: key.zone, days: dayCount))
        func days(_ rows: Rows) throws -> [(day: LocalTime, count: Int)] {
            try rows.map { (LocalTime(microseconds: Int(try $0.localTime("day"))), try $0.int("n")) }
        }
        let row = try numbers.rows().first
        return Values(
            newToday: try row?.int("new_today") ?? 0, newThen: try row?.int("new_then") ?? 0,
            newWeek: try row?.int("new_week") ?? 0, newBefore: try row?.int("new_before") ?? 0,
            activeToday: try row?.int("active_today") ?? 0, suspended: try row?.int("suspended") ?? 0,
            days: try days(try signUps.rows()), income: try days(try income.rows()))
    }
}

extension Services {
    package var figures: HomeFigures { self[HomeFigures.self] }
}
