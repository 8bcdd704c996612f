import Console
import Postgres

/// Changes the plan of a locked goal, for apps and for the console.
enum PlanWork {
    /// Moves a session, and the rest with it. Returns it as it was, and whether moving it to where it was brings back the rest too.
    static func move(
        _ id: ID, to day: Int, _ scope: PlanShift.Scope, of goal: ID, in tx: borrowing TenantTransaction,
        by actor: Actor
    ) throws -> (session: Session, hasWayBack: Bool) {
        guard let row = try tx.first(PlanQueries.one(id, of: goal)) else { throw PlanShift.Refusal.noSession }
        let session = try Session(row)
        let first = PlanShift.firstWeekday(actor.tenant.languages.first)
        let week = PlanShift.week(of: session.day, first: first)
        let from = min(week.lowerBound, day)
        let rows = try tx.rows(
            scope == .week
                ? PlanQueries.days(of: goal, week.lowerBound, week.upperBound) : PlanQueries.from(from, of: goal))
        let plan = try rows.map { try Session($0).planned }
        let shifted: [PlannedSession]
        do {
            shifted = try PlanShift.move(id, to: day, scope, in: plan, first: first)
        } catch .ticked {
            throw GoalRefusal.sessionTicked
        } catch .outsideWeek {
            throw GoalRefusal.outsideWeek
        }
        if shifted != plan { try tx.execute(PlanQueries.place(shifted)) }
        return (session, PlanShift.hasWayBack(id, from: plan, to: shifted, scope, first: first))
    }

    static func room(for count: Int, in goal: ID, _ tx: borrowing TenantTransaction) throws -> Bool {
        try (tx.first(PlanQueries.count(of: goal))?.int("n") ?? 0) + count <= Session.most
    }
}
