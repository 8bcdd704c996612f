import Postgres
import Synchronization

/// Checks whether this server can do its work: read from the database, and write to it.
///
/// It writes a small row at most once a second, however many requests arrive. On a full disk such a write may still
/// fit in an existing page; so every ten seconds, and as long as writes are refused, it also allocates a few hundred
/// new pages.
package final class Readiness: Sendable {
    private static let seconds: Int64 = 1
    private static let roomSeconds: Int64 = 10

    private struct State {
        var at = Timestamp(microseconds: 0)
        var roomAt = Timestamp(microseconds: 0)
        var asked: Task<String?, Never>?
    }

    private let state = Mutex(State())
    private let database: Database

    package init(database: Database) { self.database = database }

    /// Returns the problem; nil if the server is ready.
    package func fault(now: Timestamp) async -> String? {
        let task = state.withLock { state in
            if let asked = state.asked, now.seconds - state.at.seconds < Self.seconds { return asked }
            let needsRoom = database.refusals.sqlState != nil || now.seconds - state.roomAt.seconds >= Self.roomSeconds
            let task = Task { await ask(forRoom: needsRoom) }
            (state.at, state.asked) = (now, task)
            if needsRoom { state.roomAt = now }
            return task
        }
        return await task.value
    }

    private func ask(forRoom: Bool) async -> String? {
        do {
            try await database.perform { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    if forRoom { try tx.execute(Self.room) }
                    try tx.execute("update write_probe set at = clock_timestamp()")
                }
            }
            if forRoom { database.refusals.clear() }
            return nil
        } catch {
            return DatabaseTrouble(error)?.line ?? "the database refuses to write: \(error)"
        }
    }

    /// About two megabytes in a temporary table, which is dropped at the end of the transaction.
    private static let room: SQL = """
        create temporary table room_probe on commit drop as
        select md5(n::text) as a, md5((n + 1)::text) as b, md5((n + 2)::text) as c from generate_series(1, 12000) as n
        """
}
