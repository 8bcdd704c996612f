import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// An action on many users, and its progress.
struct BulkAction: Sendable {
    enum State: String, Sendable {
        case gathering, ready, running, stopped, done, undoing, undone

        /// A job works on it.
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

    /// The state of a user in it, in the order of the tabs: next ones, then those that need attention, then finished
    /// ones.
    enum Member: String, CaseIterable, Sendable {
        case due, changed, kept, unfit, done, undone, already

        var badge: StatusBadge {
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

        func tab(_ users: Int) -> LocalText {
            switch self {
            case .due: Strings.bulk_tab_due(users: users)
            case .changed: Strings.bulk_tab_changed(users: users)
            case .kept: Strings.bulk_tab_kept(users: users)
            case .unfit: Strings.bulk_tab_unfit(users: users)
            case .done: Strings.bulk_tab_done(users: users)
            case .undone: Strings.bulk_tab_undone(users: users)
            case .already: Strings.bulk_tab_already(users: users)
            }
        }
    }

    /// The days for which a bulk action is stored.
    static let days = 14
    static let undoHours = 24

    var id: ID
    var act: BulkAct
    var value: String
    var reason: String
    var state: State
    /// The list's filter as its address has it; nil if users were ticked.
    var filter: String?
    var gatheredTo: ID?
    var position: Int
    var total: Int
    var counts: [Member: Int]
    var createdName: String
    var createdAt: Timestamp
    var requester: Requester
    var undoUntil: Timestamp?

    init(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        let id = try row.id("id")
        self.id = id
        guard let act = BulkAct(rawValue: try row.text("act")), let state = State(rawValue: try row.text("state"))
        else {
            throw DatabaseError.decoding(column: "act", why: "an act or a state that this version does not know")
        }
        (self.act, self.state) = (act, state)
        value = try row.text("value")
        reason = try row.text("reason")
        filter = try row.bytesOrNil("filter").map {
            String(decoding: try keys.data.open($0, Self.place(id, of: tenant)), as: UTF8.self)
        }
        gatheredTo = try row.idOrNil("gathered_to")
        position = try row.int("position")
        total = try row.int("total")
        counts = [
            .due: try row.int("due"), .changed: try row.int("changed"), .kept: try row.int("kept"),
            .unfit: try row.int("unfit"),
            .done: try row.int("done"), .undone: try row.int("undone"), .already: try row.int("already"),
        ]
        createdName = try row.text("created_name")
        createdAt = try row.time("created_at")
        requester = try Requester(row)
        undoUntil = try row.timeOrNil("undo_until")
    }

    /// Returns the bulk action of that id.
    static func one(_ id: ID, locked: Bool = false, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> BulkAction
    {
        guard let row = try tx.first(locked ? BulkActionQueries.lock(id) : BulkActionQueries.one(id)) else {
            throw Refusal.notFound
        }
        return try BulkAction(row, tenant: tx.tenant, services.keys)
    }

    func count(_ member: Member) -> Int { counts[member] ?? 0 }

    /// The name on its page and in the list of bulk actions.
    func name(_ language: Language) -> String {
        let label = LocalText(act.label).resolve(in: language)
        return value.isEmpty ? label : "\(label): \(act.words(value, language))"
    }

    func canUndo(at now: Timestamp) -> Bool {
        (state == .done || state == .stopped) && count(.done) > 0 && (undoUntil.map { now < $0 } ?? false)
    }

    /// The changes for the audit trail: the action, the value, and the number of users.
    func changes(_ members: [Member]) -> [AuditEvent.Change] {
        [.init("bulk_act", new: act.rawValue)] + (value.isEmpty ? [] : [.init(act.field, new: value)])
            + members.compactMap { count($0) > 0 ? .init("users_\($0.rawValue)", new: String(count($0))) : nil }
    }

    static func place(_ id: ID, of tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "bulk_actions", column: "filter", row: id.bytes)
    }

    static func sealed(_ filter: String, of id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        return try keys.data.seal(Array(filter.utf8), place(id, of: tenant))
    }
}
