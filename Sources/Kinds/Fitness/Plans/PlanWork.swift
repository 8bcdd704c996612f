import Console
import HTML
import Postgres

/// What a move of a session did.
struct PlanMove {
    let id: ID
    /// The session as it was.
    let session: Session
    let day: Int
    /// How many other sessions went along.
    let others: Int

    var isChange: Bool { session.day != day }

    /// The changes that the audit trail records.
    var recorded: [AuditEvent.Change] {
        [.init("day", old: Session.iso(session.day), new: Session.iso(day))]
            + (others > 0 ? [.init("sessions_along", new: String(others))] : [])
    }
}

/// Changes the plan of a locked goal, for apps and for the console.
enum PlanWork {
    /// A move can be undone for so many hours, as bulk actions can.
    static let undoHours = 24

    /// Moves a session, and what goes along.
    static func move(
        _ id: ID, to day: Int, _ scope: PlanShift.Scope, of goal: ID, in tx: borrowing TenantTransaction,
        by actor: Actor
    ) throws -> PlanMove {
        guard let row = try tx.first(PlanQueries.one(id, of: goal)) else { throw PlanShift.Refusal.noSession }
        let session = try Session(row)
        let first = PlanShift.firstWeekday(actor.tenant.languages.first)
        let week = PlanShift.week(of: session.day, first: first)
        let today = try tx.first(PlanQueries.today(zone: actor.tenant.zone))?.int("day") ?? 0
        let rows =
            switch scope {
            case .rest: try tx.rows(PlanQueries.from(min(session.day, day), of: goal))
            case .week: try tx.rows(PlanQueries.days(of: goal, week.lowerBound, week.upperBound))
            case .one: try tx.rows(PlanQueries.days(of: goal, min(session.day, day), max(session.day, day)))
            }
        let plan = try rows.map { try Session($0).planned }
        let shifted: [PlannedSession]
        do {
            shifted = try PlanShift.move(id, to: day, scope, in: plan, first: first, today: today)
        } catch .ticked {
            throw GoalRefusal.sessionTicked
        } catch .outsideWeek {
            throw GoalRefusal.outsideWeek
        } catch .intoPast {
            throw GoalRefusal.intoPast
        }
        let changed = PlanShift.changes(from: plan, to: shifted)
        let move = PlanMove(id: ID.make(at: actor.now), session: session, day: day, others: max(0, changed.count - 1))
        if !changed.isEmpty { try tx.execute(PlanQueries.move(changed, as: move.id, now: actor.now)) }
        return move
    }

    /// Puts back what a move moved, and was neither ticked, moved nor deleted since. Returns the sessions as the move had put them; the
    /// second value is true if some of what it moved is not where it was. Nothing is returned once the time for it is over.
    static func undo(
        _ move: ID, of goal: ID, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> (sessions: [(session: Session, day: Int)], isPart: Bool) {
        let since = now.adding(seconds: Int64(-undoHours * 3600))
        let rows = try tx.rows(PlanQueries.moved(move, of: goal, since: since))
        let moved = try rows.map {
            (session: try Session($0), day: try $0.int("moved_from"), all: try $0.int("moved_with"))
        }
        let back = moved.filter { $0.session.tickedAt == nil }
        try tx.execute(PlanQueries.undo(back.map { $0.session.id }, of: move))
        return (back.map { (session: $0.session, day: $0.day) }, back.count < (moved.first?.all ?? 0))
    }

    /// Takes away what a copied month or a template added, and nobody has ticked, moved or edited since. Returns how many sessions went and how
    /// many stay; nothing is taken once the time for it is over.
    static func undo(batch: ID, of goal: ID, in tx: borrowing TenantTransaction, now: Timestamp) throws -> (
        removed: Int, kept: Int, day: Int?
    ) {
        // The batch's id has the time at which it was made.
        guard batch >= ID.earliest(at: now.adding(seconds: Int64(-undoHours * 3600))),
            let row = try tx.first(PlanQueries.batch(batch, of: goal)), try row.int("n") > 0
        else { return (0, 0, nil) }
        let removed = Int(try tx.execute(PlanRunQueries.empty(goal, run: batch)))
        return (removed, try row.int("n") - removed, try row.intOrNil("day"))
    }

    static func room(for count: Int, in goal: ID, _ tx: borrowing TenantTransaction) throws -> Bool {
        try (tx.first(PlanQueries.count(of: goal))?.int("n") ?? 0) + count <= Session.most
    }
}
