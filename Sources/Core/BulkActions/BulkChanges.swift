import Console
import HTML
import Postgres
import Templates
import Web

/// Starts a prepared bulk action, or continues a stopped one.
struct RunBulk<Act: BulkActRoute>: Changing {
    let id: ID
    /// nil if the form has no field for a reason.
    private let reason: String?

    private static func error(_ reason: String) -> LocalText? {
        Reason.fault(reason, isRequired: Act.act.needsReason)
    }

    init(_ request: WebRequest) throws {
        id = try request.id("bulk")
        reason = request.form["reason"]?.trimmingSpaces
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let bulk = try BulkAction.one(id, of: Act.act, in: tx, by: actor, services)
        guard bulk.state == .ready || bulk.state == .stopped, bulk.count(.due) > 0 else {
            throw Refusal.changed(
                try BulkPageMaker(bulk: bulk).page(in: tx, by: actor.givingBack(reason: reason ?? ""), services))
        }
        let why = bulk.state == .stopped ? bulk.reason : reason ?? ""
        if let error = Self.error(why) {
            throw Refusal.form(
                try BulkPageMaker(bulk: bulk, reason: why, error: error).page(in: tx, by: actor, services))
        }
        try tx.execute(BulkActionQueries.transition(id, .running, reason: why, by: actor))
        try Jobs.add(BulkWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        var event = AuditEvent(.bulkStarted, on: .bulk, id, changes: bulk.changes([.due]), reason: why)
        event.guardedAct = bulk.act.action.guardedAct
        return Change(
            event,
            next: .to("\(actor.link("users"))/bulk/\(id)"))
    }
}

/// Stops it between two batches. Changes that are done stay; the rest can be continued.
struct StopBulk<Act: BulkActRoute>: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("bulk") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let bulk = try BulkAction.one(id, of: Act.act, in: tx, by: actor, services)
        guard bulk.state == .running || bulk.state == .undoing else {
            throw Refusal.changed(try BulkPageMaker(bulk: bulk).page(in: tx, by: actor, services))
        }
        try tx.execute(BulkActionQueries.end(id, .stopped, undoHours: BulkAction.undoHours))
        return Change(
            AuditEvent(.bulkStopped, on: .bulk, id, changes: bulk.changes([.due, .done, .undone])),
            next: .to("\(actor.link("users"))/bulk/\(id)"))
    }
}

/// Starts to undo it, for all users who are still as it left them.
struct UndoBulk<Act: BulkActRoute>: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("bulk") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let bulk = try BulkAction.one(id, of: Act.act, in: tx, by: actor, services)
        guard bulk.canUndo(at: actor.now) else {
            throw Refusal.changed(try BulkPageMaker(bulk: bulk).page(in: tx, by: actor, services))
        }
        try tx.execute(BulkActionQueries.transition(id, .undoing, reason: bulk.reason, by: actor))
        try Jobs.add(BulkWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        var event = AuditEvent(.bulkUndoStarted, on: .bulk, id, changes: bulk.changes([.done]))
        event.guardedAct = bulk.act.inverse.guardedAct
        return Change(
            event,
            next: .to("\(actor.link("users"))/bulk/\(id)"))
    }
}

extension BulkAction {
    /// Returns the locked bulk action of that id, if it is of that action, to which the route's permission applies.
    fileprivate static func one(
        _ id: ID, of act: BulkAct, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> BulkAction {
        let bulk = try one(id, locked: true, in: tx, services)
        guard bulk.act == act else { throw Refusal.notFound }
        return bulk
    }
}
