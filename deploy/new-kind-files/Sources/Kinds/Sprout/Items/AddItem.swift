import Console
import HTML
import Postgres
import Templates
import Web

struct ShowNewItem: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        ItemForm(Item()).page(by: actor, services)
    }
}

struct AddItem: Changing {
    let typed: ItemForm

    init(_ request: WebRequest) { typed = ItemForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        try form.check(in: tx)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(by: actor, services)) }
        let id = ID.make(at: actor.now)
        try tx.execute(ItemQueries.add(id, tenant: tx.tenant, form.item, now: actor.now))
        return Change(
            AuditEvent(
                .itemAdded, on: .item, id, name: form.item.name, subject: form.item.owner,
                changes: form.item.changes(from: nil)),
            next: .to("\(actor.link(to: ItemList.list))/\(id)", flash: Strings.sprout_was_added))
    }
}
