import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// An action on many users, and its progress.
struct BulkAction: Sendable {
    var id: ID
    var act: BulkAct
    var value: String
    var reason: String
    var state: UndoableState
    /// The list's filter as its address has it; nil if users were ticked.
    var filter: String?
    var gatheredTo: ID?
    var position: Int
    var counts: UndoableCounts
    var createdName: String
    var createdAt: Timestamp
    var requester: Requester
    var undoUntil: Timestamp?

    init(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        let id = try row.id("id")
        self.id = id
        guard let act = BulkAct(rawValue: try row.text("act")),
            let state = UndoableState(rawValue: try row.text("state"))
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
        counts = try UndoableCounts(row)
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

    /// The name on its page and in the list of bulk actions.
    func name(_ language: Language) -> String {
        let label = LocalText(act.label).resolve(in: language)
        return value.isEmpty ? label : "\(label): \(act.words(value, language))"
    }

    /// The changes for the audit trail: the action, the value, and the number of users.
    func changes(_ members: [UndoableMember]) -> [AuditEvent.Change] {
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
