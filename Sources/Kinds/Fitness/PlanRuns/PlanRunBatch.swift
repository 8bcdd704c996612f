import Console
import Postgres
import Templates
import Web

/// The next goals of a run, in the transaction that moves it along. Each returns whether there may be more.
struct PlanRunBatch: UndoableBatch {
    private let run: PlanRun
    private let actor: Actor
    private let services: Services

    init(_ run: PlanRun, by actor: Actor, _ services: Services) {
        (self.run, self.actor, self.services) = (run, actor, services)
    }

    /// How many sessions the template has, and after how many days the last one is; nil once it was deleted.
    private func template(in tx: borrowing TenantTransaction) throws -> (id: ID, sessions: Int, days: Int)? {
        guard let id = run.template, let row = try tx.first(PlanRunQueries.template(id)) else { return nil }
        return (id, try row.int("n"), try row.int("last"))
    }

    func gather(in tx: borrowing TenantTransaction) throws -> Bool {
        let limit = PlanRunWork.gathering
        guard let template = try template(in: tx),
            let row = try tx.first(
                PlanRunQueries.gather(
                    run, tenant: tx.tenant, sessions: template.sessions, days: template.days, limit: limit))
        else {
            try tx.execute(PlanRunQueries.isReady(run.id))
            return false
        }
        let found = try row.int("total")
        if let last = try row.idOrNil("last") {
            try tx.execute(
                PlanRunQueries.gathered(
                    run.id, to: last, total: found, due: row.int("due"), already: row.int("already"),
                    unfit: row.int("unfit")))
        }
        if found == limit { return true }
        try tx.execute(PlanRunQueries.isReady(run.id))
        return false
    }

    private struct Member {
        var number: Int
        var goal: ID
        var sessions: Int
    }

    private func members(_ state: UndoableMember, in tx: borrowing TenantTransaction) throws -> [Member] {
        try tx.rows(PlanRunQueries.next(state, of: run.id, after: run.position, limit: PlanRunWork.batch)).map { row in
            Member(number: try row.int("number"), goal: try row.id("goal_id"), sessions: try row.int("sessions"))
        }
    }

    /// Locks and returns the goal if its plan may be changed now.
    private func open(_ goal: ID, in tx: borrowing TenantTransaction) throws -> GoalWork? {
        do {
            let work = try GoalWork.open(goal, in: tx)
            try work.check(.plan)
            return work
        } catch is GoalRefusal {
            return nil
        } catch Refusal.notFound {
            return nil
        }
    }

    private func event(_ work: inout GoalWork, in tx: borrowing TenantTransaction) throws -> AuditEvent {
        var event = try work.take(.plan, .init(text: run.name), in: tx, now: actor.now)
        event.changes.append(.init("plan_run", new: run.id.description))
        return event
    }

    func run(in tx: borrowing TenantTransaction) throws -> Bool {
        let members = try members(.due, in: tx)
        guard let last = members.last else { return try end(.done, .planRunFinished, in: tx) }
        guard let template = try template(in: tx), template.sessions > 0 else {
            return try end(.stopped, .planRunStopped, in: tx)
        }
        var (settled, events): ([PlanRunQueries.Settled], [AuditEvent]) = ([], [])
        for member in members {
            guard var work = try open(member.goal, in: tx), try fits(work.goal, template, in: tx) else {
                settled.append(.init(number: member.number, state: .changed, sessions: 0))
                continue
            }
            let added = try tx.execute(
                PlanRunQueries.fill(
                    member.goal, of: work.goal.user, from: template.id, run.firstDay, run: run.id, tenant: tx.tenant))
            events.append(try event(&work, in: tx))
            settled.append(.init(number: member.number, state: .done, sessions: Int(added)))
        }
        try tx.execute(PlanRunQueries.settle(settled, of: run.id))
        try tx.execute(
            PlanRunQueries.moveRun(
                run.id, to: last.number, done: events.count, changed: members.count - events.count))
        // Appending locks the audit trail's head until the transaction ends, so it comes last.
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    /// True if the goal still fits, as it did when the goals were gathered.
    private func fits(
        _ goal: Goal, _ template: (id: ID, sessions: Int, days: Int), in tx: borrowing TenantTransaction
    ) throws -> Bool {
        guard run.scope.states.contains(goal.state), goal.entry == run.entry,
            try PlanWork.room(for: template.sessions, in: goal.id, tx)
        else { return false }
        guard run.skipsPlanned else { return true }
        let isPlanned = PlanRunQueries.isPlanned(goal.id, from: run.firstDay, days: template.days)
        return try tx.first(isPlanned)?.bool("is_planned") == false
    }

    func undo(in tx: borrowing TenantTransaction) throws -> Bool {
        let members = try members(.done, in: tx)
        guard let last = members.last else { return try end(.undone, .planRunUndone, in: tx) }
        var (settled, events): ([PlanRunQueries.Settled], [AuditEvent]) = ([], [])
        var undone = 0
        for member in members {
            var removed = 0
            // A goal that is over keeps the plan by which it ended.
            if var work = try open(member.goal, in: tx) {
                removed = Int(try tx.execute(PlanRunQueries.empty(member.goal, run: run.id)))
                if removed > 0 { events.append(try event(&work, in: tx)) }
            }
            let isWhole = removed == member.sessions
            undone += isWhole ? 1 : 0
            settled.append(
                .init(number: member.number, state: isWhole ? .undone : .kept, sessions: member.sessions - removed))
        }
        try tx.execute(PlanRunQueries.settle(settled, of: run.id))
        try tx.execute(
            PlanRunQueries.moveUndo(run.id, to: last.number, undone: undone, kept: members.count - undone))
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    private func end(_ state: UndoableState, _ action: AuditAction, in tx: borrowing TenantTransaction) throws -> Bool {
        try tx.execute(PlanRunQueries.end(run.id, state))
        let members: [UndoableMember] = state == .undone ? [.undone, .kept] : [.done, .changed, .already, .unfit]
        try services.trail.append(
            AuditEvent(action, on: .planRun, run.id, name: run.name, changes: run.changes(members)), by: actor, in: tx)
        return false
    }
}
