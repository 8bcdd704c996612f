import Console
import HTML
import Postgres
import Templates
import Web

struct ShowNewBasic<Data: BasicData>: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var form = BasicForm<Data>()
        form.values = try Data.first(in: tx)
        return try form.page(in: tx, by: actor, services)
    }
}

struct AddBasic<Data: BasicData>: Changing {
    let typed: BasicValues

    init(_ request: WebRequest) { typed = BasicValues(request.form, Data.fields) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = BasicForm<Data>()
        form.values = typed
        try form.check(in: tx)
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let id = ID.make(at: actor.now)
        try form.save(Data.add(id, tenant: tx.tenant, typed), in: tx, by: actor, services)
        try Data.changed(id, in: tx, by: actor)
        let flash = try Data.warning(on: id, in: tx, actor.language)?.saved ?? Strings.timetable_saved
        return Change(
            AuditEvent(
                .timetableDataAdded, on: Data.object, id, name: typed["name"],
                changes: typed.changes(from: nil, Data.fields)),
            next: .to(actor.link(to: Data.list), flash: flash))
    }
}
