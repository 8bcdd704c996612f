import Console
import Logging
import Postgres
import Synchronization

/// Time zones that PostgreSQL has said it knows. It reads all of its files of zones to answer, a tenth of a second's
/// work, and what it knew it goes on knowing: a name is asked about until the answer is yes, and then never again.
package final class KnownZones: SharedCache {
    package static let subject: String? = nil

    package init(database: Database, logger: Logger) {}

    /// A zone stays one, however many rows change.
    package func invalidateAll() {}

    private let names = Mutex<Set<String>>(["UTC"])

    func isKnown(_ zone: String, in tx: borrowing TenantTransaction) throws -> Bool {
        try among([zone], stored: [], in: tx).contains(zone)
    }

    /// Which of these are time zones. `stored` are believed.
    func among(_ wanted: [String], stored: [String], in tx: borrowing TenantTransaction) throws -> Set<String> {
        let stored = Set(stored)
        let open = Set(wanted).subtracting(stored)
        let known = names.withLock { $0.intersection(open) }
        let requested = open.subtracting(known).filter { !$0.utf8.contains(0) }
        guard !requested.isEmpty else { return stored.union(known) }
        let found = try tx.first(TenantQueriesAcrossTenants.zones(among: requested.sorted()))?.texts("known") ?? []
        // PostgreSQL's own list is short, so this is too.
        names.withLock { $0.formUnion(found) }
        return stored.union(known).union(found)
    }
}
