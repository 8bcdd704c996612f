import Console
import HTML
import Postgres
import Templates

/// A template that is applied to many goals of its type, and how far that has come.
struct PlanRun: Sendable {
    /// Which goals of the type are meant.
    enum Scope: String, CaseIterable, Sendable {
        case inProgress = "in_progress"
        case open

        var states: [GoalState] { self == .inProgress ? [.inProgress] : GoalState.allCases.filter(\.isOpen) }
        var label: StringKey {
            self == .inProgress ? Strings.fitness_run_scope_in_progress : Strings.fitness_run_scope_open
        }
    }

    let id: ID
    /// nil: deleted since.
    let template: ID?
    /// What the template was called.
    let name: String
    let entry: ID
    let firstDay: Int
    let scope: Scope
    let group: ID?
    let skipsPlanned: Bool
    let state: UndoableState
    let gatheredTo: ID?
    let position: Int
    let counts: UndoableCounts
    let createdName: String
    let createdAt: Timestamp
    let requester: Requester
    let undoUntil: Timestamp?

    init(_ row: Row) throws {
        guard let state = UndoableState(rawValue: try row.text("state")),
            let scope = Scope(rawValue: try row.text("scope"))
        else { throw DatabaseError.decoding(column: "state", why: "a state that this version does not know") }
        (self.state, self.scope) = (state, scope)
        id = try row.id("id")
        template = try row.idOrNil("template_id")
        name = try row.text("name")
        entry = try row.id("entry_id")
        firstDay = try row.int("first_day")
        group = try row.idOrNil("group_id")
        skipsPlanned = try row.bool("skips_planned")
        gatheredTo = try row.idOrNil("gathered_to")
        position = try row.int("position")
        counts = try UndoableCounts(row)
        createdName = try row.text("created_name")
        createdAt = try row.time("created_at")
        requester = try Requester(row)
        undoUntil = try row.timeOrNil("undo_until")
    }

    /// The one at that address.
    static func one(_ id: ID, locked: Bool = false, in tx: borrowing TenantTransaction) throws -> PlanRun {
        guard let row = try tx.first(locked ? PlanRunQueries.lock(id) : PlanRunQueries.one(id)) else {
            throw Refusal.notFound
        }
        return try PlanRun(row)
    }

    func link(_ actor: Actor) -> Link { "\(actor.link(ShowPlanRuns.path))/\(id)" }

    /// The changes that the audit trail records: the template, its first day, and the number of goals.
    func changes(_ members: [UndoableMember]) -> [AuditEvent.Change] {
        [.init("template", new: name), .init("first_day", new: Session.iso(firstDay))]
            + members.compactMap { count($0) > 0 ? .init("goals_\($0.rawValue)", new: String(count($0))) : nil }
    }
}

extension UndoableMember {
    /// The words of goals; those of the others are the same as in all such work.
    var goalBadge: StatusBadge {
        switch self {
        // Some of its sessions were ticked, moved, edited or deleted since, so it is not what it was.
        case .kept: StatusBadge(LocalText(Strings.fitness_run_goal_kept), tone: .bad)
        // Its plan is full.
        case .unfit: StatusBadge(LocalText(Strings.fitness_run_goal_unfit), tone: .bad)
        // It has sessions in those days.
        case .already: StatusBadge(LocalText(Strings.fitness_run_goal_already), tone: .off)
        case .due, .changed, .done, .undone: badge
        }
    }

    func goalTab(_ count: Int) -> LocalText {
        switch self {
        case .kept: Strings.fitness_run_tab_kept(count: count)
        case .unfit: Strings.fitness_run_tab_unfit(count: count)
        case .already: Strings.fitness_run_tab_already(count: count)
        case .due, .changed, .done, .undone: tab(count)
        }
    }
}
