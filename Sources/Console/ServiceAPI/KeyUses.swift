import Logging
import Postgres

/// Counts the uses of keys in memory and writes them every few seconds: so a call needs no write of its own. A crash
/// loses at most `interval` of counts.
package final class KeyUses: Buffered {
    package static let interval = Duration.seconds(5)

    private struct Place: Hashable {
        var tenant: ID
        var key: ID
        var hour: Timestamp
        var endpoint: String
    }

    private struct Count {
        var requests: Int64 = 0
        var errors: Int64 = 0
        var last = Timestamp(microseconds: 0)
    }

    private let pending = Pending<Place, Count>(most: 50_000)
    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// `endpoint`: the method and the route's pattern.
    package func note(_ key: ID, of tenant: ID, endpoint: String, isError: Bool, at now: Timestamp) {
        let hour = Timestamp(microseconds: now.seconds / 3600 * 3_600_000_000)
        add(
            Count(requests: 1, errors: isError ? 1 : 0, last: now),
            to: Place(tenant: tenant, key: key, hour: hour, endpoint: endpoint))
    }

    private func add(_ count: Count, to place: Place) {
        pending.add(count, to: place) { sum, more in
            Count(
                requests: sum.requests + more.requests, errors: sum.errors + more.errors, last: max(sum.last, more.last)
            )
        }
    }

    package func flush() async {
        for (tenant, uses) in Dictionary(grouping: pending.take(), by: \.key.tenant) {
            do {
                try await database.perform(.safety) { connection in
                    try connection.inTenant(tenant) { tx in
                        var last: [ID: Timestamp] = [:]
                        for use in uses { last[use.key.key] = max(last[use.key.key] ?? use.value.last, use.value.last) }
                        let keys = last.keys.sorted()
                        try tx.execute(ServiceQueriesAcrossTenants.touch(keys, at: keys.compactMap { last[$0] }))
                        try tx.execute(
                            ServiceQueriesAcrossTenants.addUses(
                                tenant: tenant, keys: uses.map(\.key.key), hours: uses.map(\.key.hour),
                                endpoints: uses.map(\.key.endpoint), requests: uses.map(\.value.requests),
                                errors: uses.map(\.value.errors)))
                    }
                }
            } catch {
                logger.warning("uses of keys not written", metadata: ["cause": "\(error)"])
                // If the outcome of the commit is unknown, it may have counted: losing counts is better than counting
                // twice.
                if case DatabaseError.outcomeUnknown = error { continue }
                for use in uses { add(use.value, to: use.key) }
            }
        }
    }
}
