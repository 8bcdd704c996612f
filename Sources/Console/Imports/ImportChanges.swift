import HTML
import Postgres
import Templates
import Web

/// Starts a checked import, or continues a stopped one.
package struct StartImport<Declared: ImportDeclaration>: Changing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("import") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try ImportTransition<Declared>(id: id, from: [.checked, .stopped], to: .running, action: .importStarted).run(
            in: tx, by: actor, services)
    }
}

/// Starts to undo a whole import.
package struct UndoImport<Declared: ImportDeclaration>: Changing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("import") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try ImportTransition<Declared>(id: id, from: [.done, .stopped], to: .undoing, action: .importUndoStarted).run(
            in: tx, by: actor, services)
    }
}

/// The part that both share: the states before and after, and the job.
private struct ImportTransition<Declared: ImportDeclaration> {
    var id: ID
    var from: Set<Import.State>
    var to: Import.State
    var action: AuditAction

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try Import.one(id, of: Declared.list, locked: true, in: tx, services)
        guard from.contains(found.state) else {
            throw Refusal.changed(try ShowImport<Declared>(id).run(in: tx, by: actor, services))
        }
        try tx.execute(ImportQueries.transition(id, to, by: actor))
        try Jobs.add(ImportWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        var event = AuditEvent(action, on: .import, id, changes: [.init("list", new: Declared.list)])
        if event.guardedAct != nil { event.guardedAct = Declared.undoGuard }
        return Change(
            event,
            next: .to("\(Declared.base(actor))/\(id)"))
    }
}

/// Deletes a file with its rows before they expire. Imported data stays, and can no longer be undone as a whole.
package struct DeleteImport<Declared: ImportDeclaration>: Changing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("import") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try Import.one(id, of: Declared.list, locked: true, in: tx, services)
        guard !found.state.isMoving else {
            throw Refusal.changed(try ShowImport<Declared>(id).run(in: tx, by: actor, services))
        }
        try tx.execute(ImportQueries.delete(id))
        return Change(
            AuditEvent(.importDeleted, on: .import, id, changes: [.init("list", new: Declared.list)]),
            next: .to(Declared.base(actor), flash: Strings.import_was_deleted))
    }
}
