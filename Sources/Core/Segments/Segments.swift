import Console
import Logging
import Postgres

/// The groups of a tenant. There are few and every page of the list of users shows them, so they are kept; a change
/// tells all processes (`roost_kept`).
package final class Segments: SharedCache {
    package static let subject: String? = "segments"

    private let cache: Cache<ID, [Segment]>

    package init(database: Database, logger: Logger) { cache = Cache("segments", database: database, logger: logger) }

    func all(of actor: Actor, in tx: borrowing TenantTransaction) throws -> [Segment] {
        if let (values, isOld, _) = cache.value(tx.tenant, now: actor.now), !isOld { return values }
        let all = try Self.read(in: tx)
        cache.set(tx.tenant, all, now: actor.now)
        return all
    }

    package func invalidateAll() { cache.invalidateAll() }

    package func invalidate(_ tenant: ID) { cache.invalidate(tenant) }

    /// By name.
    static func read(in tx: borrowing TenantTransaction) throws -> [Segment] {
        try tx.rows(SegmentQueries.all).map { try Segment($0) }
    }
}

/// How many users groups have. Counting a hundred filters for each page would read the table a hundred times, so a
/// count serves for some minutes, and one of very many is made in the background.
package final class SegmentSizes: SharedCache {
    package static let subject: String? = nil

    enum Size {
        case about(Int)
        /// Not counted to the end yet.
        case moreThan(Int)
    }

    private struct Key: Hashable, Weighed {
        var tenant: ID
        var filter: String
        var weight: Int { tenant.weight + filter.weight }
    }

    private let cache: Cache<Key, Int>

    package init(database: Database, logger: Logger) {
        cache = Cache("segment sizes", database: database, logger: logger)
    }

    func size(_ filter: UserFilter, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Size {
        let key = Key(tenant: tx.tenant, filter: filter.countKey)
        let conditions = filter.conditions(now: now)
        let whole = UserQueries.countAll(conditions)
        if let (count, isOld, _) = cache.value(key, now: now) {
            if isOld { make(key, now, whole) }
            return .about(count)
        }
        let count = try tx.first(UserQueries.count(conditions, limit: Totals.exactLimit + 1))?.int("n") ?? 0
        if count > Totals.exactLimit {
            make(key, now, whole)
            return .moreThan(Totals.exactLimit)
        }
        cache.set(key, count, now: now)
        return .about(count)
    }

    package func invalidateAll() { cache.invalidateAll() }

    private func make(_ key: Key, _ now: Timestamp, _ count: SQL) {
        cache.make(key, tenant: key.tenant, now: now) { tx in try tx.first(count)?.int("n") ?? 0 }
    }
}

extension Services {
    /// The keys of the groups that a user is in now; nil when there is no such user, or none that the transaction sees.
    package func segments(of user: ID, for actor: Actor, in tx: borrowing TenantTransaction) throws -> Set<String>? {
        let all = try segments.all(of: actor, in: tx)
        return try tx.first(
            SegmentQueries.of(user, all.map { ($0.key, $0.filter.conditions(now: actor.now)) })
        ).map { Set(try $0.texts("keys")) }
    }

    package var segments: Segments { self[Segments.self] }
    package var segmentSizes: SegmentSizes { self[SegmentSizes.self] }
}
