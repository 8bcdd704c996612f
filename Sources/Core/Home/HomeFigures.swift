import HTML
import Logging
import Postgres

/// The numbers of the home page. Among a hundred thousand users they take longer to count than all the rest of the page,
/// so for a large tenant they are some minutes old.
package final class HomeFigures: Sendable {
    struct Values: Sendable {
        var newWeek: Int
        /// In the seven days before those.
        var newBefore: Int
        var activeToday: Int
        var suspended: Int
        /// Sign-ups by day of the tenant's zone, oldest first.
        var days: [(day: LocalTime, count: Int)]
    }

    private struct Key: Hashable, Sendable {
        var tenant: ID
        var zone: String
    }

    /// Older ones are of another day, perhaps: then the page counts by itself.
    private static let mostSeconds: Int64 = 900
    private static let dayCount = 60
    private let kept: Kept<Key, Values>

    init(database: Database, logger: Logger) { kept = Kept("home", database: database, logger: logger) }

    func values(isLarge: Bool, zone: String, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        guard isLarge else { return try Self.read(zone: zone, now: now, in: tx) }
        let key = Key(tenant: tx.tenant, zone: zone)
        if let (values, isOld, age) = kept.value(key, now: now), age < Self.mostSeconds {
            if isOld { kept.make(key, tenant: tx.tenant, now: now) { tx in try Self.read(zone: zone, now: now, in: tx) } }
            return values
        }
        let values = try Self.read(zone: zone, now: now, in: tx)
        kept.set(key, values, now: now)
        return values
    }

    package func forgetAll() { kept.forgetAll() }

    private static func read(zone: String, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        let numbers = try tx.send(UserQueries.numbers(now: now))
        let signUps = try tx.send(UserQueries.signUps(now: now, zone: zone, days: dayCount))
        let row = try numbers.rows().first
        return Values(
            newWeek: try row?.int("new_week") ?? 0, newBefore: try row?.int("new_before") ?? 0,
            activeToday: try row?.int("active_today") ?? 0, suspended: try row?.int("suspended") ?? 0,
            days: try signUps.rows().map { (LocalTime(microseconds: Int(try $0.localTime("day"))), try $0.int("n")) })
    }
}
