import Console
import HTML
import Postgres
import Templates
import Web

/// What is to be done with a run: gathering its goals, filling their plans, undoing that.
struct PlanRunWork: BatchedJob {
    typealias Work = PlanRun
    typealias Slice = PlanRunSlice

    static let kind = "fitness.plan"
    static let label = Strings.fitness_run_job

    static let batch = 100
    /// One statement each.
    static let gathering = 10_000

    let tenant: ID
    let id: ID
}

extension PlanRun: SlicedWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> PlanRun?
    {
        try tx.first(isLocked ? PlanRunQueries.lock(id) : PlanRunQueries.one(id)).map { try PlanRun($0) }
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
        // Gathering looks, and changes no goal.
        if state == .gathering { return .system() }
        guard let actor = try requester.actor(in: tx), actor.may(.editFitness) else { return nil }
        return actor
    }

    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        try tx.execute(PlanRunQueries.end(id, .stopped))
        try services.trail.append(
            AuditEvent(.planRunLost, on: .planRun, id, name: name, changes: changes([.due, .done, .undone])),
            by: .system(), in: tx)
    }
}

/// The batches of one job on a run.
struct PlanRunSlice: BatchSlice {
    private let actor: Actor
    private let services: Services

    init?(_ work: PlanRun, by actor: Actor, on connection: Connection, _ services: Services) {
        (self.actor, self.services) = (actor, services)
    }

    func deal(_ run: PlanRun, in tx: borrowing TenantTransaction) throws -> Bool {
        let batch = PlanRunBatch(run: run, actor: actor, services: services)
        switch run.state {
        case .gathering: return try batch.gather(in: tx)
        case .running: return try batch.run(in: tx)
        case .undoing: return try batch.undo(in: tx)
        default: return false
        }
    }
}
