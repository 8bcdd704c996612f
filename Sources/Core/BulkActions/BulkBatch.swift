import Console
import Postgres
import Templates
import Web

/// The next users of a bulk action, in the transaction that advances it. Each method returns whether there may be more.
struct BulkBatch: UndoableBatch {
    private let bulk: BulkAction
    private let actor: Actor
    private let services: Services

    init(_ bulk: BulkAction, by actor: Actor, _ services: Services) {
        (self.bulk, self.actor, self.services) = (bulk, actor, services)
    }

    // MARK: Gathering

    func gather(in tx: borrowing TenantTransaction) throws -> Bool {
        let conditions = try UserSearch.conditions(
            UserFilter(encoded: bulk.filter ?? ""), now: bulk.createdAt, in: tx, of: actor.tenant, services)
        return try gather(conditions, in: tx)
    }

    func gather(_ conditions: [SQL], in tx: borrowing TenantTransaction) throws -> Bool {
        let limit = BulkWork.gathering
        guard let row = try tx.first(BulkActionQueries.gather(bulk, tenant: tx.tenant, conditions, limit: limit)) else {
            return false
        }
        let found = try row.int("total")
        if let last = try row.idOrNil("last") {
            try tx.execute(
                BulkActionQueries.gathered(
                    bulk.id, to: last, total: found, due: row.int("due"), already: row.int("already"),
                    unfit: row.int("unfit")))
        }
        if found == limit { return true }
        try tx.execute(BulkActionQueries.isReady(bulk.id))
        return false
    }

    // MARK: Running and undoing

    private struct Member {
        var number: Int
        var user: ID
        var version: Int
        var old: String
        var oldReason: String
    }

    /// A user as read under the batch's lock.
    private struct Stored {
        var version: Int
        /// The value of the field that the action changes.
        var value: String
        var reason: String
        /// What the action gives them.
        var given: (value: String, reason: String)
    }

    private func members(_ state: UndoableMember, in tx: borrowing TenantTransaction) throws -> [Member] {
        try tx.rows(BulkActionQueries.next(state, of: bulk.id, after: bulk.position, limit: BulkWork.batch)).map {
            row in
            Member(
                number: try row.int("number"), user: try row.id("user_id"), version: try row.int("version"),
                old: try row.text("old"),
                oldReason: try row.text("old_reason"))
        }
    }

    private func lock(_ members: [Member], in tx: borrowing TenantTransaction) throws -> [ID: Stored] {
        var stored: [ID: Stored] = [:]
        for row in try tx.rows(UserBatchQueries.lockStates(members.map(\.user).sorted())) {
            stored[try row.id("id")] = Stored(
                version: try row.int("version"), value: try bulk.act.stored(row), reason: try row.text("status_reason"),
                given: try bulk.act.given(row, chosen: bulk.value, reason: bulk.reason))
        }
        return stored
    }

    func run(in tx: borrowing TenantTransaction) throws -> Bool {
        let members = try members(.due, in: tx)
        guard let last = members.last else { return try end(.done, .bulkFinished, in: tx) }
        let stored = try lock(members, in: tx)
        // If the plan is not offered any more, nobody gets anything.
        let grant = try bulk.act == .plan ? BulkGrant(bulk.value, in: tx) : nil
        let isOffered = bulk.act != .plan || grant != nil
        var (settled, events): ([BulkActionQueries.Settled], [AuditEvent]) = ([], [])
        var change = UserStates()
        for member in members {
            guard isOffered, let now = stored[member.user], now.version == member.version else {
                settled.append(
                    .init(number: member.number, state: .changed, version: member.version, old: "", oldReason: ""))
                continue
            }
            change.add(member.user, now.given.value, reason: now.given.reason)
            settled.append(
                .init(
                    number: member.number, state: .done, version: now.version + 1, old: now.value, oldReason: now.reason
                ))
            events.append(
                event(bulk.act.action, member.user, from: now.value, to: now.given.value, reason: bulk.reason))
        }
        if let grant {
            try grant.give(to: change.users, by: actor, in: tx)
            try tx.execute(BulkActionQueries.settle(settled, of: bulk.id))
        } else {
            try write(change, settled, in: tx)
        }
        try tx.execute(
            BulkActionQueries.moveRun(
                bulk.id, to: last.number, done: events.count, changed: members.count - events.count))
        // Appending locks the trail's head until the transaction ends, so it comes last.
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    func undo(in tx: borrowing TenantTransaction) throws -> Bool {
        let members = try members(.done, in: tx)
        guard let last = members.last else { return try end(.undone, .bulkUndone, in: tx) }
        let stored = try lock(members, in: tx)
        var (settled, events): ([BulkActionQueries.Settled], [AuditEvent]) = ([], [])
        var change = UserStates()
        for member in members {
            let now = stored[member.user]
            let isUnchanged = now?.version == member.version
            settled.append(
                .init(
                    number: member.number, state: isUnchanged ? .undone : .kept,
                    version: member.version + (isUnchanged ? 1 : 0), old: member.old,
                    oldReason: member.oldReason))
            guard let now, isUnchanged else { continue }
            change.add(member.user, member.old, reason: member.oldReason)
            events.append(event(bulk.act.inverse, member.user, from: now.value, to: member.old, reason: ""))
        }
        try write(change, settled, in: tx)
        try tx.execute(
            BulkActionQueries.moveUndo(
                bulk.id, to: last.number, undone: events.count, kept: members.count - events.count))
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    private func event(_ action: AuditAction, _ user: ID, from old: String, to new: String, reason: String)
        -> AuditEvent
    {
        AuditEvent(
            action, on: .user, user,
            changes: [.init(bulk.act.field, old: old, new: new), .init("bulk", new: bulk.id.description)],
            reason: reason)
    }

    private func write(_ change: UserStates, _ settled: [BulkActionQueries.Settled], in tx: borrowing TenantTransaction)
        throws
    {
        if !change.users.isEmpty {
            switch bulk.act {
            case .plan: try BulkGrant.takeBack(bulk.value, change, now: actor.now, in: tx)
            case .role: try tx.execute(UserBatchQueries.setRoles(change))
            default: try tx.execute(UserBatchQueries.setStatuses(change))
            }
        }
        try tx.execute(BulkActionQueries.settle(settled, of: bulk.id))
    }

    private func end(_ state: UndoableState, _ action: AuditAction, in tx: borrowing TenantTransaction) throws
        -> Bool
    {
        try tx.execute(BulkActionQueries.end(bulk.id, state, undoHours: BulkAction.undoHours))
        let members: [UndoableMember] = state == .undone ? [.undone, .kept] : [.done, .changed, .already, .unfit]
        try services.trail.append(
            AuditEvent(action, on: .bulk, bulk.id, changes: bulk.changes(members), reason: bulk.reason), by: actor,
            in: tx)
        return false
    }
}

/// The new values of users, one each; the reason goes with a status.
struct UserStates {
    private(set) var users: [ID] = []
    private(set) var values: [String] = []
    private(set) var reasons: [String] = []

    mutating func add(_ user: ID, _ value: String, reason: String) {
        users.append(user)
        values.append(value)
        reasons.append(reason)
    }
}
