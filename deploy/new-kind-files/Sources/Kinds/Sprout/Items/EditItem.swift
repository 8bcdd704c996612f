import Console
import HTML
import Postgres
import Templates
import Web

struct ShowItemEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("item") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let row = try tx.first(ItemQueries.one(id)) else { throw Refusal.notFound }
        var form = ItemForm(try Item(row), opened: (id, try row.int("version")))
        if let owner = form.item.owner { form.owner = try tx.first(ItemQueries.email(of: owner))?.text("email") ?? "" }
        return form.page(by: actor, services)
    }
}

/// Saves the form. Over a newer version nothing is stored: the form comes back with what was typed, and says so.
struct EditItem: Changing {
    let id: ID
    let typed: ItemForm
    let version: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("item")
        typed = ItemForm(request.form)
        version = request.form["version"].flatMap { Int($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(ItemQueries.lock(id)) else { throw Refusal.notFound }
        let stored = try Item(row)
        var form = typed
        form.opened = (id, try row.int("version"))
        form.isLate = form.opened?.version != version
        if form.isLate { throw Refusal.changed(form.page(by: actor, services)) }
        try form.check(in: tx)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(by: actor, services)) }
        try tx.execute(ItemQueries.save(id, form.item, now: actor.now))
        return Change(
            AuditEvent(
                .itemChanged, on: .item, id, name: form.item.name, subject: form.item.owner,
                changes: form.item.changes(from: stored)),
            next: .to("\(actor.link(to: ItemList.list))/\(id)", flash: Strings.sprout_was_saved))
    }
}

struct DeleteItem: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("item") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(ItemQueries.lock(id)) else { throw Refusal.notFound }
        let stored = try Item(row)
        try tx.execute(ItemQueries.delete(id))
        return Change(
            AuditEvent(
                .itemDeleted, on: .item, id, name: stored.name,
                changes: [.init("state", old: stored.state.rawValue), .init("note", old: stored.note)]),
            next: .to(actor.link(to: ItemList.list), flash: Strings.sprout_was_deleted))
    }
}
