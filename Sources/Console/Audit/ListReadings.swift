import Logging
import Postgres
import Synchronization

/// Collects who read lists of people, and writes one event per minute for each admin or key with the number of pages
/// and people, and the filters. With an event for each page, every reader of a list would wait for the tenant's chain
/// (deploy/decisions/list-reading-events.md). Until its event is written, each reading is stored in the database
/// every second, so that a killed server loses at most one second of readings. Opening one person's page and
/// exporting a file are recorded at once.
package final class ListReadings: Buffered {
    package static let interval = Duration.seconds(1)
    /// Seconds between two events of one reader.
    private static let eventSeconds = 60
    /// Readings older than this belong to a killed server: a running one writes its events at least every minute.
    private static let leftSeconds: Int64 = 180
    /// The most readers in memory while the database is not available.
    package static let most = 20_000

    /// The most characters of a filter that are stored.
    private static let longestFilter = 500

    private struct Reader: Hashable {
        var tenant: ID
        var kind: String
        var id: ID?
    }

    private struct Noted {
        var reading: ListReading
        /// Its rows in the database: more than one only after an event could not be written.
        var rows: [ID] = [.make()]
        /// True if more was read since it was stored.
        var isDirty = true
    }

    private let pending = Mutex<[Reader: Noted]>([:])
    private let dropped = Mutex(0)
    private let trail: AuditTrail
    private let keys: InstallationKeys
    private let database: Database
    private let logger: Logger
    private let most: Int

    package init(
        trail: AuditTrail, keys: InstallationKeys, database: Database, logger: Logger, most: Int = ListReadings.most
    ) {
        self.most = most
        self.trail = trail
        self.keys = keys
        self.database = database
        self.logger = logger
    }

    /// `filter` does not contain the search text, which may be a name. A page without people is not counted.
    package func note(_ actor: Actor, filter: [(name: String, value: String)], rows: Int) {
        guard rows > 0 else { return }
        let words = String(ExportRecord.words(filter).prefix(Self.longestFilter))
        add(Noted(reading: ListReading(actor: actor, rows: rows, filter: words)))
    }

    private func add(_ more: Noted, isAgain: Bool = false) {
        let actor = more.reading.actor
        let reader = Reader(tenant: actor.tenant.id, kind: actor.kind.rawValue, id: actor.id)
        let isTooMany = pending.withLock { pending in
            guard var noted = pending[reader] else {
                if pending.count >= most { return true }
                pending[reader] = more
                return false
            }
            noted.reading.add(more.reading)
            if isAgain { noted.rows += more.rows }
            noted.isDirty = true
            pending[reader] = noted
            return false
        }
        if isTooMany { dropped.withLock { $0 += 1 } }
    }

    /// The number of readings since start-up that were neither stored nor recorded.
    package var droppedReadings: Int { dropped.withLock { $0 } }

    /// Logs once a minute what was dropped since the last time.
    private func sayDropped(_ said: inout Int) {
        let all = droppedReadings
        guard all > said else { return }
        logger.critical(
            "readings of lists are lost: the database does not take them, and there are too many readers for the memory",
            metadata: ["readings": "\(all - said)", "since_start": "\(all)", "most_readers": "\(most)"])
        said = all
    }

    package func run() async {
        var (seconds, said) = (0, 0)
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            seconds += 1
            if seconds % Self.eventSeconds == 0 {
                await flush()
                await recover()
                sayDropped(&said)
            } else {
                await store()
            }
        }
        await flush()
    }

    /// Stores the readings since the last call in the database.
    package func store() async {
        let dirty = pending.withLock { pending in
            let dirty = pending.values.filter(\.isDirty)
            for reader in pending.keys { pending[reader]?.isDirty = false }
            return dirty
        }
        for (tenant, readings) in Dictionary(grouping: dirty, by: \.reading.actor.tenant.id) {
            do {
                try await database.perform(.safety) { [keys] connection in
                    try connection.inTenant(tenant) { tx in
                        for one in readings {
                            // The first row contains everything; the others are from earlier attempts, and are
                            // deleted with its event.
                            try tx.send(
                                ReadingQueriesAcrossTenants.keep(
                                    one.rows[0], try one.reading.sealed(one.rows[0], keys), of: tenant))
                        }
                        try tx.execute(ReadingQueriesAcrossTenants.remove(readings.flatMap { $0.rows.dropFirst() }))
                    }
                }
            } catch {
                logger.error("readings of lists not stored", metadata: ["cause": "\(error)"])
                pending.withLock { pending in
                    for reader in pending.keys where reader.tenant == tenant { pending[reader]?.isDirty = true }
                }
            }
        }
    }

    /// Writes an event for each reader.
    package func flush() async {
        let noted = pending.withLock { noted in
            defer { noted = [:] }
            return noted
        }
        for one in noted.values {
            do {
                try await database.perform(.safety) { [trail] connection in
                    try connection.inTenant(one.reading.actor.tenant.id) { tx in
                        try tx.execute(ReadingQueriesAcrossTenants.remove(one.rows))
                        try trail.append(one.reading.event, by: one.reading.actor, in: tx)
                    }
                }
            } catch {
                logger.error("readings of lists not recorded", metadata: ["cause": "\(error)"])
                // If the outcome of a commit is unknown, an event may be written twice, which is better than losing
                // it.
                add(one, isAgain: true)
            }
        }
    }

    /// Writes the events of readings that a killed server left.
    package func recover(leftFor seconds: Int64 = ListReadings.leftSeconds) async {
        do {
            try await database.perform(.safety) { [trail, keys, logger] connection in
                let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                    try tx.rows(ReadingQueriesAcrossTenants.tenants(leftFor: seconds)).map { try $0.id("id") }
                }
                for tenant in tenants {
                    try logger.oneByOne("readings that a server has left are not recorded", of: tenant, on: connection)
                    {
                        try connection.inTenant(tenant) { tx in
                            for row in try tx.rows(ReadingQueriesAcrossTenants.take(leftFor: seconds)) {
                                let reading = try ListReading(row.bytes("reading"), row.id("id"), of: tenant, keys)
                                try trail.append(reading.event, by: reading.actor, in: tx)
                            }
                        }
                    }
                }
            }
        } catch {
            logger.error("readings that a server has left are not recorded", metadata: ["cause": "\(error)"])
        }
    }
}
