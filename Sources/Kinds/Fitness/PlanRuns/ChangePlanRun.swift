import Console
import HTML
import Postgres
import Templates
import Web

/// Begins, stops or undoes a run: each from some states alone, else its page as it is by now.
protocol PlanRunChange: Changing {
    var id: ID { get }
    static var action: AuditAction { get }
    /// The counts that the audit trail records.
    static var counted: [UndoableMember] { get }
    func mayBegin(_ run: PlanRun, at now: Timestamp) -> Bool
    func begin(_ run: PlanRun, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
}

extension PlanRunChange {
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let run = try PlanRun.one(id, locked: true, in: tx)
        guard mayBegin(run, at: actor.now) else {
            throw Refusal.changed(try PlanRunPageMaker(run: run).page(in: tx, by: actor, services))
        }
        try begin(run, in: tx, by: actor, services)
        return Change(
            AuditEvent(Self.action, on: .planRun, id, name: run.name, changes: run.changes(Self.counted)),
            next: .to(run.link(actor)))
    }

    fileprivate func work(
        _ state: UndoableState, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        try tx.execute(PlanRunQueries.transition(id, state, by: actor))
        try Jobs.add(PlanRunWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
    }
}

/// Begins what was prepared, or goes on with what was stopped.
struct StartPlanRun: PlanRunChange {
    static let action = AuditAction.planRunStarted
    static let counted: [UndoableMember] = [.due]
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("planrun") }

    func mayBegin(_ run: PlanRun, at now: Timestamp) -> Bool {
        (run.state == .ready || run.state == .stopped) && run.count(.due) > 0
    }

    func begin(_ run: PlanRun, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        try work(.running, in: tx, by: actor, services)
    }
}

/// Stops it between two batches. What is done stays done; the rest can be gone on with.
struct StopPlanRun: PlanRunChange {
    static let action = AuditAction.planRunStopped
    static let counted: [UndoableMember] = [.due, .done, .undone]
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("planrun") }

    func mayBegin(_ run: PlanRun, at now: Timestamp) -> Bool { run.state == .running || run.state == .undoing }

    func begin(_ run: PlanRun, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        try tx.execute(PlanRunQueries.end(id, .stopped))
    }
}

/// Begins to take out of the plans what nobody ticked or edited since.
struct UndoPlanRun: PlanRunChange {
    static let action = AuditAction.planRunUndoStarted
    static let counted: [UndoableMember] = [.done]
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("planrun") }

    func mayBegin(_ run: PlanRun, at now: Timestamp) -> Bool { run.canUndo(at: now) }

    func begin(_ run: PlanRun, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        try work(.undoing, in: tx, by: actor, services)
    }
}
