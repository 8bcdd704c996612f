import HTML
import Postgres
import Templates

/// The state of work on many objects that gathers them, waits for an admin to start it, changes them, and can be undone.
package enum UndoableState: String, Sendable {
    case gathering, ready, running, stopped, done, undoing, undone

    /// A job works on it.
    package var isMoving: Bool { self == .gathering || self == .running || self == .undoing }

    package var badge: StatusBadge {
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

/// The state of an object in such work, in the order of the tabs: next ones, then those that need attention, then
/// finished ones.
package enum UndoableMember: String, CaseIterable, Sendable {
    /// The work will change it.
    case due
    /// It changed after the work was prepared, so the work left it.
    case changed
    /// It changed after the work was done, so undoing left it.
    case kept
    /// The work can't change it.
    case unfit
    case done, undone
    /// It is already what the work would make of it.
    case already

    package var badge: StatusBadge {
        switch self {
        case .due: StatusBadge(LocalText(Strings.bulk_member_due), tone: .warn)
        case .changed: StatusBadge(LocalText(Strings.bulk_member_left), tone: .bad)
        case .kept: StatusBadge(LocalText(Strings.bulk_member_left), tone: .bad)
        case .unfit: StatusBadge(LocalText(Strings.bulk_member_unfit), tone: .bad)
        case .done: StatusBadge(LocalText(Strings.work_done), tone: .good)
        case .undone: StatusBadge(LocalText(Strings.work_undone), tone: .off)
        case .already: StatusBadge(LocalText(Strings.bulk_member_already), tone: .off)
        }
    }

    package func tab(_ count: Int) -> LocalText {
        switch self {
        case .due: Strings.bulk_tab_due(users: count)
        case .changed: Strings.bulk_tab_changed(users: count)
        case .kept: Strings.bulk_tab_kept(users: count)
        case .unfit: Strings.bulk_tab_unfit(users: count)
        case .done: Strings.bulk_tab_done(users: count)
        case .undone: Strings.bulk_tab_undone(users: count)
        case .already: Strings.bulk_tab_already(users: count)
        }
    }
}

/// How many objects the work has, and how many of them in each state.
package struct UndoableCounts: Sendable {
    package let total: Int
    private let members: [UndoableMember: Int]

    /// Reads the columns `total` and one named after each member's state.
    package init(_ row: Row) throws {
        total = try row.int("total")
        members = [
            .due: try row.int("due"), .changed: try row.int("changed"), .kept: try row.int("kept"),
            .unfit: try row.int("unfit"), .done: try row.int("done"), .undone: try row.int("undone"),
            .already: try row.int("already"),
        ]
    }

    package subscript(_ member: UndoableMember) -> Int { members[member] ?? 0 }
}

package protocol UndoableWork: SlicedWork {
    var state: UndoableState { get }
    var counts: UndoableCounts { get }
    /// nil until the work ends for the first time.
    var undoUntil: Timestamp? { get }
}

extension UndoableWork {
    /// The days for which the work is stored.
    package static var days: Int { 14 }
    package static var undoHours: Int { 24 }

    package var isMoving: Bool { state.isMoving }
    package var badge: StatusBadge { state.badge }
    package var total: Int { counts.total }

    package var progress: (done: Int, total: Int) {
        switch state {
        case .gathering: (total, 0)
        case .undoing: (count(.undone) + count(.kept), count(.done) + count(.undone) + count(.kept))
        default: (count(.done) + count(.changed), total - count(.already) - count(.unfit))
        }
    }

    package func count(_ member: UndoableMember) -> Int { counts[member] }

    package func canUndo(at now: Timestamp) -> Bool {
        (state == .done || state == .stopped) && count(.done) > 0 && (undoUntil.map { now < $0 } ?? false)
    }

    /// Says what the work did, and how long it can be undone.
    package func ended(for actor: Actor) -> LocalText {
        let ended = Strings.bulk_ended(done: count(.done), changed: count(.changed))
        guard let until = undoUntil, canUndo(at: actor.now) else { return ended }
        let left = DurationStyle(actor.language).short(seconds: Int(until.seconds - actor.now.seconds))
        return Strings.bulk_ended_undo(ended: ended, left: left)
    }
}

/// The next objects of the work, in the transaction that advances it. Each method returns whether there may be more.
package protocol UndoableBatch {
    associatedtype Work: UndoableWork
    init(_ work: Work, by actor: Actor, _ services: Services)
    func gather(in tx: borrowing TenantTransaction) throws -> Bool
    func run(in tx: borrowing TenantTransaction) throws -> Bool
    func undo(in tx: borrowing TenantTransaction) throws -> Bool
}

/// A slice that gathers, runs or undoes, as the work's state says.
package struct UndoableSlice<Batch: UndoableBatch>: BatchSlice {
    private let actor: Actor
    private let services: Services

    package init?(_ work: Batch.Work, by actor: Actor, on connection: Connection, _ services: Services) {
        (self.actor, self.services) = (actor, services)
    }

    package func deal(_ work: Batch.Work, in tx: borrowing TenantTransaction) throws -> Bool {
        let batch = Batch(work, by: actor, services)
        switch work.state {
        case .gathering: return try batch.gather(in: tx)
        case .running: return try batch.run(in: tx)
        case .undoing: return try batch.undo(in: tx)
        case .ready, .stopped, .done, .undone: return false
        }
    }
}
