import Console
import HTML
import Postgres
import Templates

/// A template that is applied to many goals of its type, and how far that has come.
struct PlanRun: Sendable {
    enum State: String, Sendable {
        case gathering, ready, running, stopped, done, undoing, undone

        /// Somebody works on it.
        var isMoving: Bool { self == .gathering || self == .running || self == .undoing }

        var badge: StatusBadge {
            switch self {
            case .gathering: StatusBadge(LocalText(Strings.bulk_state_gathering), tone: .warn)
            case .ready: StatusBadge(LocalText(Strings.bulk_state_ready), tone: .warn)
            case .running: StatusBadge(LocalText(Strings.work_running), tone: .warn)
            case .stopped: StatusBadge(LocalText(Strings.work_stopped), tone: .bad)
            case .done: StatusBadge(LocalText(Strings.work_done), tone: .good)
            case .undoing: StatusBadge(LocalText(Strings.work_undoing), tone: .warn)
            case .undone: StatusBadge(LocalText(Strings.work_undone), tone: .off)
            }
        }
    }

    /// What became of a goal, in the order of the tabs: what is next, then what wants attention, then what was done.
    enum Member: String, CaseIterable, Sendable {
        /// It is to get the sessions.
        case due
        /// Its state or its plan changed since, so it was left as it was.
        case changed
        /// Some of its sessions were ticked or edited since, so they stay.
        case kept
        /// Its plan is full.
        case unfit
        case done, undone
        /// It has sessions in those days.
        case already

        var badge: StatusBadge {
            switch self {
            case .due: StatusBadge(LocalText(Strings.bulk_member_due), tone: .warn)
            case .changed: StatusBadge(LocalText(Strings.bulk_member_left), tone: .bad)
            case .kept: StatusBadge(LocalText(Strings.fitness_run_goal_kept), tone: .bad)
            case .unfit: StatusBadge(LocalText(Strings.fitness_run_goal_unfit), tone: .bad)
            case .done: StatusBadge(LocalText(Strings.work_done), tone: .good)
            case .undone: StatusBadge(LocalText(Strings.work_undone), tone: .off)
            case .already: StatusBadge(LocalText(Strings.fitness_run_goal_already), tone: .off)
            }
        }

        func tab(_ count: Int) -> LocalText {
            switch self {
            case .due: Strings.bulk_tab_due(users: count)
            case .changed: Strings.bulk_tab_changed(users: count)
            case .kept: Strings.fitness_run_tab_kept(count: count)
            case .unfit: Strings.fitness_run_tab_unfit(count: count)
            case .done: Strings.bulk_tab_done(users: count)
            case .undone: Strings.bulk_tab_undone(users: count)
            case .already: Strings.fitness_run_tab_already(count: count)
            }
        }
    }

    /// Which goals of the type are meant.
    enum Scope: String, CaseIterable, Sendable {
        case inProgress = "in_progress"
        case open

        var states: [GoalState] { self == .inProgress ? [.inProgress] : GoalState.allCases.filter(\.isOpen) }
        var label: StringKey {
            self == .inProgress ? Strings.fitness_run_scope_in_progress : Strings.fitness_run_scope_open
        }
    }

    /// That a run is remembered.
    static let days = 14
    static let undoHours = 24

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
    let state: State
    let gatheredTo: ID?
    let position: Int
    let total: Int
    private let counts: [Member: Int]
    let createdName: String
    let createdAt: Timestamp
    let requester: Requester
    let undoUntil: Timestamp?

    init(_ row: Row) throws {
        guard let state = State(rawValue: try row.text("state")), let scope = Scope(rawValue: try row.text("scope"))
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
        total = try row.int("total")
        counts = [
            .due: try row.int("due"), .changed: try row.int("changed"), .kept: try row.int("kept"),
            .unfit: try row.int("unfit"), .done: try row.int("done"), .undone: try row.int("undone"),
            .already: try row.int("already"),
        ]
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

    func count(_ member: Member) -> Int { counts[member] ?? 0 }

    func canUndo(at now: Timestamp) -> Bool {
        (state == .done || state == .stopped) && count(.done) > 0 && (undoUntil.map { now < $0 } ?? false)
    }

    func link(_ actor: Actor) -> Link { "\(actor.link(ShowPlanRuns.path))/\(id)" }

    /// For the trail: which template, from when on, and to how many goals.
    func changes(_ members: [Member]) -> [AuditEvent.Change] {
        [.init("template", new: name), .init("first_day", new: Session.iso(firstDay))]
            + members.compactMap { count($0) > 0 ? .init("goals_\($0.rawValue)", new: String(count($0))) : nil }
    }
}
