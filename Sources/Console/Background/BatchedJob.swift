import Postgres
import Web

/// A job that works in batches, each a transaction that moves a stored position along with its effect, so a kill
/// between two of them loses nothing and repeats nothing.
///
/// It works for some seconds and then puts its successor into the queue: other jobs get their turn, and none outlives
/// the time for which it was claimed.
package protocol BatchedJob: RowJob {
    associatedtype Slice: BatchSlice where Slice.Work == Self
    /// Whether there is still something to be done.
    func isMoving(in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool
}

/// The batches of one job.
package protocol BatchSlice {
    associatedtype Work
    /// nil when there is nothing to be done: it is done already, or was deleted.
    init?(_ work: Work, on connection: Connection, _ services: Services) throws
    /// One batch; false when all is done.
    mutating func step(on connection: Connection) throws -> Bool
}

private let sliceSeconds: UInt64 = 10

extension BatchedJob {
    package func run(_ job: ID, _ services: Services) async throws {
        let end = monotonicNanoseconds() + sliceSeconds * 1_000_000_000
        try await services.database.perform(.streams) { connection in
            guard var slice = try Slice(self, on: connection, services) else { return }
            while try slice.step(on: connection), monotonicNanoseconds() < end {}
        }
    }

    /// On with the rest, when there is one.
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        if try isMoving(in: tx, services) { try Jobs.add(self, in: tx, by: .system(), services) }
    }
}

extension Connection {
    /// A batch; when somebody else changed one of its rows just now, the same batch again, judged anew.
    package func batch<T>(of tenant: ID, _ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try inTenant(tenant) { tx in try body(tx) }
            } catch  where ServiceConflict.isMeant(by: error) && attempt < 5 {
                continue
            }
        }
    }
}
