import Console
import HTML
import Postgres
import Templates
import Web

/// What is to be done with a bulk action: gathering its users, doing it to them, undoing it.
struct BulkWork: BatchedJob {
    typealias Slice = BulkSlice

    static let kind = "bulk"
    static let label = Strings.jobs_bulk

    static let batch = 500
    /// One statement each, whatever their number: they never come to the program.
    static let gathering = 10_000

    let tenant: ID
    let id: ID

    func isMoving(in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        guard let row = try tx.first(BulkActionQueries.one(id)) else { return false }
        return try BulkAction(row, tenant: tx.tenant, services.keys).state.isMoving
    }
}

/// The batches of one job on a bulk action.
struct BulkSlice: BatchSlice {
    private let work: BulkWork
    private let services: Services
    private let actor: Actor

    init?(_ work: BulkWork, on connection: Connection, _ services: Services) throws {
        (self.work, self.services) = (work, services)
        let found: (BulkAction, Actor?)? = try connection.inTenant(work.tenant, .readOnly) { tx in
            guard let row = try tx.first(BulkActionQueries.one(work.id)) else { return nil }
            let bulk = try BulkAction(row, tenant: tx.tenant, services.keys)
            return (bulk, try bulk.requester.actor(in: tx))
        }
        guard let (bulk, actor) = found, bulk.state.isMoving else { return nil }
        if bulk.state == .gathering {
            // Looks, and touches nobody.
            self.actor = .system()
            return
        }
        guard let actor, actor.may(bulk.act.permission) else {
            try Self.stop(work, on: connection, services)
            return nil
        }
        self.actor = actor.cleared(.begun(work.id))
    }

    mutating func step(on connection: Connection) throws -> Bool {
        try connection.batch(of: work.tenant) { tx in
            guard let row = try tx.first(BulkActionQueries.lock(work.id)) else { return false }
            let bulk = try BulkAction(row, tenant: tx.tenant, services.keys)
            let batch = BulkBatch(bulk: bulk, actor: actor, services: services)
            switch bulk.state {
            case .gathering: return try batch.gather(in: tx)
            case .running: return try batch.run(in: tx)
            case .undoing: return try batch.undo(in: tx)
            default: return false
            }
        }
    }

    /// Whoever asked for it may not do it any more.
    private static func stop(_ work: BulkWork, on connection: Connection, _ services: Services) throws {
        try connection.inTenant(work.tenant) { tx in
            guard let row = try tx.first(BulkActionQueries.lock(work.id)) else { return }
            let bulk = try BulkAction(row, tenant: tx.tenant, services.keys)
            guard bulk.state.isMoving else { return }
            try tx.execute(BulkActionQueries.end(work.id, .stopped, undoHours: BulkAction.undoHours))
            try services.trail.append(
                AuditEvent(.bulkLost, on: .bulk, work.id, changes: bulk.changes([.due, .done, .undone])), by: .system(),
                in: tx)
        }
    }
}
