import Console
import HTML
import Postgres
import Templates
import Web

/// The job of a bulk action: it gathers the users, runs the action on them, or undoes it.
struct BulkWork: BatchedJob {
    typealias Work = BulkAction
    typealias Slice = UndoableSlice<BulkBatch>

    static let kind = "bulk"
    static let label = Strings.jobs_bulk

    static let batch = 500
    /// Users per gathering batch. One statement handles them all: their rows are not sent to the program.
    static let gathering = 10_000

    let tenant: ID
    let id: ID
}

extension BulkAction: UndoableWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> BulkAction?
    {
        try tx.first(isLocked ? BulkActionQueries.lock(id) : BulkActionQueries.one(id)).map {
            try BulkAction($0, tenant: tx.tenant, services.keys)
        }
    }

    func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        // Gathering only reads, and changes no user.
        if state == .gathering { return .system() }
        guard let actor = try requester.actor(in: tx), actor.may(act.permission) else { return nil }
        return actor.cleared(.begun(id))
    }

    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        try tx.execute(BulkActionQueries.end(id, .stopped, undoHours: Self.undoHours))
        try services.trail.append(
            AuditEvent(.bulkLost, on: .bulk, id, changes: changes([.due, .done, .undone])), by: .system(), in: tx)
    }
}
