import Console
import HTML
import Postgres
import Templates
import Web

/// What is to be done with a run: gathering its goals, filling their plans, undoing that.
struct PlanRunWork: BatchedJob {
    typealias Work = PlanRun
    typealias Slice = UndoableSlice<PlanRunBatch>

    static let kind = "fitness.plan"
    static let label = Strings.fitness_run_job

    static let batch = 100
    /// One statement each.
    static let gathering = 10_000

    let tenant: ID
    let id: ID
}

extension PlanRun: UndoableWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> PlanRun?
    {
        try tx.first(isLocked ? PlanRunQueries.lock(id) : PlanRunQueries.one(id)).map { try PlanRun($0) }
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
