import Logging
import Postgres
import Synchronization

/// Who read lists of people, gathered here and written to the trail each minute: one event per admin or key
/// says how many pages and people, by which filters. An event for each page would make every reader of a list
/// wait for the tenant's chain (deploy/decisions/list-reading-events.md). Who opens one person or
/// takes a file is recorded at once.
package final class ListReadings: Buffered {
    package static let interval = Duration.seconds(60)
    /// Filters that an event names; of more it says how many.
    private static let mostFilters = 8
    /// Readers that are kept while the database is away.
    private static let most = 20_000

    private struct Reader: Hashable {
        var tenant: ID
        var kind: String
        var id: ID?
    }

    private struct Reading {
        /// As of the last page: the address and request that the event names.
        var actor: Actor
        var pages = 0
        var rows = 0
        var filters: Set<String> = []
    }

    private let pending = Mutex<[Reader: Reading]>([:])
    private let trail: AuditTrail
    private let database: Database
    private let logger: Logger

    package init(trail: AuditTrail, database: Database, logger: Logger) {
        self.trail = trail
        self.database = database
        self.logger = logger
    }

    /// `filter` without what is searched for, which may be a name. A page without people is no reading.
    package func note(_ actor: Actor, filter: [(name: String, value: String)], rows: Int) {
        guard rows > 0 else { return }
        add(Reading(actor: actor, pages: 1, rows: rows, filters: [ExportRecord.words(filter)]))
    }

    private func add(_ reading: Reading) {
        let reader = Reader(tenant: reading.actor.tenant.id, kind: reading.actor.kind.rawValue, id: reading.actor.id)
        pending.withLock { pending in
            guard var sum = pending[reader] else {
                if pending.count < Self.most { pending[reader] = reading }
                return
            }
            sum.actor = reading.actor
            sum.pages += reading.pages
            sum.rows += reading.rows
            // One more than is named: it says that there were more.
            if sum.filters.count <= Self.mostFilters { sum.filters.formUnion(reading.filters) }
            pending[reader] = sum
        }
    }

    package func flush() async {
        let noted = pending.withLock { noted in
            defer { noted = [:] }
            return noted
        }
        for reading in noted.values {
            do {
                try await database.perform(.streams) { [trail] connection in
                    try connection.inTenant(reading.actor.tenant.id) { tx in
                        try trail.append(Self.event(reading), by: reading.actor, in: tx)
                    }
                }
            } catch {
                logger.error("readings of lists not recorded", metadata: ["cause": "\(error)"])
                // Rather twice, when a commit got no answer, than not at all.
                add(reading)
            }
        }
    }

    private static func event(_ reading: Reading) -> AuditEvent {
        var filters = reading.filters.filter { !$0.isEmpty }.sorted().prefix(mostFilters).joined(separator: " · ")
        if reading.filters.count > mostFilters { filters += " …" }
        var changes: [AuditEvent.Change] = [
            .init("pages", new: String(reading.pages)), .init("rows", new: String(reading.rows)),
        ]
        if !filters.isEmpty { changes.append(.init("filter", new: filters)) }
        return AuditEvent(.usersListed, on: .users, changes: changes)
    }
}
