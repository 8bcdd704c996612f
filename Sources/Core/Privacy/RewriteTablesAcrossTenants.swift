import Console
import Glibc
import Postgres

/// Removes from PostgreSQL's own files what erasures have deleted. PostgreSQL writes a row that changes somewhere else and
/// leaves the bytes where they were, also after a vacuum; so tables are written anew.
package struct RewriteTablesAcrossTenants {
    package enum Tables: Sendable {
        case all
        /// Those that are rewritten in a few seconds. Nobody can read a table meanwhile.
        case small
    }

    package struct Done: Sendable {
        package var rewritten = 0
        /// The tables that wait for the night.
        package var large: [String] = []
        /// The tables that somebody used all the time.
        package var inUse: [String] = []
        /// True if the statistics, which hold values of rows, are rewritten too.
        package var hasStatistics = false
        /// True if the write-ahead log up to here is gone.
        package var hasLog = false

        package init() {}
    }

    package enum Problem: Error, CustomStringConvertible {
        /// A transaction that began before the erasure still sees what it deleted, so a new file would have it too.
        case readersOfBefore(Int)
        case stopping

        package var description: String {
            switch self {
            case .readersOfBefore(let count):
                "\(count) older transactions, prepared ones or replication slots still see what was deleted; see pg_stat_activity"
            case .stopping: "the process ends"
            }
        }
    }

    /// Some three seconds, with the index by words of two hundred thousand names as the slowest part (measured).
    package static let mostByDay = 64 << 20

    /// The tables whose rows erasures don't touch: records of payments, and the trail.
    private let kept: Set<String>
    private let mostByDay: Int

    package init(_ declarations: Declarations, mostByDay: Int = Self.mostByDay) {
        var kept: Set<String> = []
        var touched = Set(declarations.personalRemains.map(\.table.name) + declarations.personalNames.map(\.table.name))
        for table in declarations.personalData {
            if case .kept = table.erased { kept.insert(table.table.name) } else { touched.insert(table.table.name) }
        }
        self.kept = kept.subtracting(touched)
        self.mostByDay = mostByDay
    }

    /// `connection` is the tables' owner's, and only this uses it. `isPrivate`: it is a superuser's, in a cluster that is
    /// Roost's alone. `patience`: how many seconds it waits for others' transactions, and how often it tries a table.
    package func run(
        _ tables: Tables, isPrivate: Bool, patience: Int = 60, on connection: Connection,
        goesOn: () -> Bool = { true }
    ) throws -> Done {
        let traces = try connection.send("select erasure_traces.id from erasure_traces").rows().map { try $0.id("id") }
        try waitForReaders(patience, on: connection, goesOn)
        try connection.limitLockWaits()
        var done = Done()
        var (waiting, later): ([StoredTable], [StoredTable]) = ([], [])
        for table in try connection.storedTables() where !kept.contains(table.name) {
            if tables == .small, table.bytes > mostByDay { later.append(table) } else { waiting.append(table) }
        }
        for attempt in 0..<max(1, patience) where !waiting.isEmpty {
            if attempt > 0 { sleep(1) }
            var inUse: [StoredTable] = []
            for table in waiting {
                guard goesOn() else { throw Problem.stopping }
                if try rewrite(table, on: connection) { done.rewritten += 1 } else { inUse.append(table) }
            }
            waiting = inUse
        }
        for table in later { try connection.readStatistics(of: table) }
        (done.large, done.inUse) = (later.map(\.name), waiting.map(\.name))
        if try isSuperuser(connection) {
            try connection.rewriteStatistics()
            done.hasStatistics = true
        }
        if isPrivate {
            try connection.removeWrittenLog()
            done.hasLog = true
        }
        guard done.inUse.isEmpty else { return done }
        if done.large.isEmpty {
            try execute("delete from erasure_traces where erasure_traces.id = any (\(traces))", connection)
        } else {
            try execute(
                """
                update erasure_traces set large_since = now()
                where erasure_traces.id = any (\(traces)) and erasure_traces.large_since is null
                """, connection)
        }
        return done
    }

    /// False if somebody uses the table.
    private func rewrite(_ table: StoredTable, on connection: Connection) throws -> Bool {
        do {
            try connection.rewrite(table)
            return true
        } catch {
            guard error.sqlState == "55P03" || error.isTransient else { throw error }
            return false
        }
    }

    /// Waits until nobody sees any more what was deleted: until then, it would be written to the new files too.
    private func waitForReaders(_ seconds: Int, on connection: Connection, _ goesOn: () -> Bool) throws {
        let here =
            try connection.send("select pg_current_xact_id()::xid::text as here").rows().first?.text("here") ?? ""
        var count = 0
        for _ in 0..<max(1, seconds * 5) {
            guard goesOn() else { throw Problem.stopping }
            count = try connection.send(Self.readers(before: here)).rows().first?.int("n") ?? 0
            if count == 0 { return }
            usleep(200_000)
        }
        throw Problem.readersOfBefore(count)
    }

    /// A vacuum sees no rows for others, but says a transaction id as all do.
    private static func readers(before here: String) -> SQL {
        """
        select count(*) as n from (
            select pg_stat_activity.backend_xmin as seen from pg_stat_activity
            where pg_stat_activity.pid <> pg_backend_pid()
                and coalesce(pg_stat_activity.datname = current_database(), true)
                and coalesce(pg_stat_activity.query, '') not like 'autovacuum: VACUUM %'
            union all select pg_replication_slots.xmin from pg_replication_slots
            union all select pg_prepared_xacts.transaction from pg_prepared_xacts
                where pg_prepared_xacts.database = current_database()
        ) as readers
        where age(readers.seen) > age(\(here)::text::xid)
        """
    }

    private func isSuperuser(_ connection: Connection) throws -> Bool {
        try connection.send("select pg_roles.rolsuper from pg_roles where pg_roles.rolname = session_user").rows()
            .first?
            .bool("rolsuper") ?? false
    }

    private func execute(_ sql: SQL, _ connection: Connection) throws { _ = try connection.send(sql).rows() }
}
