import Postgres
import Synchronization

/// Checks whether this server can do its work: read from the database, and write to it.
///
/// It writes a small row at most once a second, however many requests arrive. On a full disk such a write may still
/// fit in an existing page; so every ten seconds, and as long as writes are refused, it also allocates a few hundred
/// new pages.
package final class Readiness: Sendable {
    private static let seconds: Int64 = 1
    /// The longest that a caller waits. A write that gets no response, as without a synchronous standby, is none.
    private static let longest = Duration.seconds(3)
    private static let roomSeconds: Int64 = 10

    private struct State {
        var at = Timestamp(microseconds: 0)
        var roomAt = Timestamp(microseconds: 0)
        var asked: Task<String?, Never>?
        var isAsking = false
    }

    private let state = Mutex(State())
    private let database: Database

    package init(database: Database) { self.database = database }

    /// Returns the problem; nil if the server is ready.
    package func fault(now: Timestamp) async -> String? {
        let task = state.withLock { state in
            // One at a time: writes that wait would take all connections.
            if let asked = state.asked, state.isAsking || now.seconds - state.at.seconds < Self.seconds { return asked }
            let needsRoom = database.refusals.sqlState != nil || now.seconds - state.roomAt.seconds >= Self.roomSeconds
            let task = Task {
                let fault = await ask(forRoom: needsRoom)
                self.state.withLock { $0.isAsking = false }
                return fault
            }
            (state.at, state.asked, state.isAsking) = (now, task, true)
            if needsRoom { state.roomAt = now }
            return task
        }
        return await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            Task { first.give(await task.value) }
            Task {
                try? await Task.sleep(for: Self.longest)
                first.give("the database does not answer a write")
            }
        }
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

/// Takes the first of several answers; later ones are dropped.
private final class FirstAnswer: Sendable {
    private let waiting: Mutex<CheckedContinuation<String?, Never>?>

    init(_ waiting: CheckedContinuation<String?, Never>) { self.waiting = Mutex(waiting) }

    func give(_ fault: String?) {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }?.resume(returning: fault)
    }
}
