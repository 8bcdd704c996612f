import Console
import HTML
import Postgres
import Templates
import Web

/// One row as it is stored.
struct StoredBasic<Data: BasicData> {
    let id: ID
    let values: BasicValues
    let version: Int

    init(_ id: ID, in tx: borrowing TenantTransaction, isLocked: Bool = false) throws {
        if isLocked { _ = try tx.send(Data.lock(id)) }
        guard let row = try tx.first(Data.one(id)) else { throw Refusal.notFound }
        self.id = id
        values = try BasicValues(row, Data.fields)
        version = try row.int("version")
    }

    var form: BasicForm<Data> {
        var form = BasicForm<Data>()
        form.values = values
        form.opened = (id, version, values)
        return form
    }
}

struct ShowBasicEdit<Data: BasicData>: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id(Data.parameter) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var page = try StoredBasic<Data>(id, in: tx).form.page(in: tx, by: actor, services)
        if page.frame.flash == nil, let warning = try Data.warning(on: id, in: tx, actor.language) {
            page.frame.flash = Flash(warning: warning.shown)
        }
        page.trail = try ObjectTrail.card(of: id, Data.object, Strings.timetable_trail, in: tx, by: actor, services)
        return page
    }
}

/// Saves a row. If the stored version is newer, it merges field by field and shows the result before anything is
/// stored.
struct EditBasic<Data: BasicData>: Changing {
    let id: ID
    let typed: BasicValues
    let was: BasicValues
    let version: Int

    init(_ request: WebRequest) throws {
        id = try request.id(Data.parameter)
        typed = BasicValues(request.form, Data.fields)
        was = BasicValues(request.form, Data.fields, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredBasic<Data>(id, in: tx, isLocked: true)
        var form = stored.form
        if stored.version != version, stored.values != was {
            let merge = typed.merged(over: was, with: stored.values, Data.fields, actor.language)
            form.values = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.timetable_merge_title),
                saved: try AuditReader.lastSaved(.timetableDataChanged, of: id, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(try form.page(in: tx, by: actor, services))
        }
        form.values = typed
        try form.check(in: tx)
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        try form.save(Data.save(id, typed), in: tx, by: actor, services)
        let followed = try Data.follow(id, from: stored.values, to: typed, in: tx, by: actor)
        try Data.changed(id, in: tx, by: actor)
        let flash = try followed ?? Data.warning(on: id, in: tx, actor.language)?.saved ?? Strings.timetable_saved
        return Change(
            AuditEvent(
                .timetableDataChanged, on: Data.object, id, name: typed["name"],
                changes: typed.changes(from: stored.values, Data.fields)),
            next: .to(actor.link(to: Data.list), flash: flash))
    }
}

/// Deletes a row to which no lesson refers, neither in the draft nor in a published version.
struct DeleteBasic<Data: BasicData>: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id(Data.parameter) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredBasic<Data>(id, in: tx, isLocked: true)
        do {
            try tx.undoing { tx in _ = try tx.execute(Data.delete(id)) }
        } catch let error as DatabaseError {
            // Any reference to the row prevents its deletion.
            guard error.sqlState == "23503" else { throw error }
            var refused = stored.form
            refused.notice = Strings.timetable_in_use
            throw Refusal.changed(try refused.page(in: tx, by: actor, services))
        }
        try Data.changed(nil, in: tx, by: actor)
        return Change(
            AuditEvent(
                .timetableDataDeleted, on: Data.object, id, name: stored.values["name"],
                changes: stored.values.changes(from: nil, Data.fields).map { .init($0.field, old: $0.new) }),
            next: .to(actor.link(to: Data.list), flash: Strings.timetable_deleted))
    }
}
