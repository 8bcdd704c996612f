import Console
import HTML
import Postgres
import Templates
import Web

/// The job of a bulk action: it gathers the users, runs the action on them, or undoes it.
struct BulkWork: BatchedJob {
    typealias Work = BulkAction
    typealias Slice = BulkSlice

    static let kind = "bulk"
    static let label = Strings.jobs_bulk

    static let batch = 500
    /// Users per gathering batch. One statement handles them all: their rows are not sent to the program.
    static let gathering = 10_000

    let tenant: ID
    let id: ID
}

extension BulkAction: SlicedWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> BulkAction?
    {
        try tx.first(isLocked ? BulkActionQueries.lock(id) : BulkActionQueries.one(id)).map {
            try BulkAction($0, tenant: tx.tenant, services.keys)
        }
    }

    var isMoving: Bool { state.isMoving }
    var badge: StatusBadge { state.badge }

    var progress: (done: Int, total: Int) {
        switch state {
        case .gathering: (total, 0)
        case .undoing: (count(.undone) + count(.kept), count(.done) + count(.undone) + count(.kept))
        default: (count(.done) + count(.changed), total - count(.already) - count(.unfit))
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

/// The batches of one job on a bulk action.
struct BulkSlice: BatchSlice {
    private let actor: Actor
    private let services: Services

    init?(_ work: BulkAction, by actor: Actor, on connection: Connection, _ services: Services) {
        (self.actor, self.services) = (actor, services)
    }

    func deal(_ bulk: BulkAction, in tx: borrowing TenantTransaction) throws -> Bool {
        let batch = BulkBatch(bulk: bulk, actor: actor, services: services)
        switch bulk.state {
        case .gathering: return try batch.gather(in: tx)
        case .running: return try batch.run(in: tx)
        case .undoing: return try batch.undo(in: tx)
        default: return false
        }
    }
}
