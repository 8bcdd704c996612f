import Console
import Logging
import Postgres
import Synchronization

/// Caches the time zones that PostgreSQL knows. PostgreSQL reads all its zone files for each query, which takes a tenth
/// of a second, and a known zone stays known: so a name is queried until it is confirmed, and then never again.
package final class KnownZones: SharedCache {
    package static let subject: String? = nil

    package init(database: Database, logger: Logger) {}

    /// A known zone stays known, whatever rows change.
    package func invalidateAll() {}

    private let names = Mutex<Set<String>>(["UTC"])

    func isKnown(_ zone: String, in tx: borrowing TenantTransaction) throws -> Bool {
        try among([zone], stored: [], in: tx).contains(zone)
    }

    /// Returns which of these are time zones. `stored` are taken as valid.
    func among(_ wanted: [String], stored: [String], in tx: borrowing TenantTransaction) throws -> Set<String> {
        let stored = Set(stored)
        let open = Set(wanted).subtracting(stored)
        let known = names.withLock { $0.intersection(open) }
        let requested = open.subtracting(known).filter { !$0.utf8.contains(0) }
        guard !requested.isEmpty else { return stored.union(known) }
        let found = try tx.first(TenantQueriesAcrossTenants.zones(among: requested.sorted()))?.texts("known") ?? []
        // PostgreSQL's own list is short, so this set is small too.
        names.withLock { $0.formUnion(found) }
        return stored.union(known).union(found)
    }
}
