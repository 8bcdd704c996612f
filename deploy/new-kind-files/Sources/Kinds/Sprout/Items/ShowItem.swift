import Console
import HTML
import Postgres
import Templates
import Web

struct ShowItem: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("item") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let one = try tx.send(ItemQueries.one(id))
        let trail = try ObjectTrail(of: id, kinds: [.item], in: tx, by: actor)
        let found = try one.rows().first
        let card = try trail.card(Strings.user_trail, in: tx, by: actor, services)
        guard let found else { throw Refusal.notFound }
        let item = try Item(found)
        let list = actor.link(to: ItemList.list)
        let edits = actor.may(.editItems)
        let frame = actor.frame(
            item.name, services, current: ItemList.list.path, crumb: (LocalText(Strings.sprout_items), list))
        return SproutItemPage(
            frame: frame, name: item.name,
            facts: [
                Fact(LocalText(Strings.sprout_item_state), LocalText(item.state.label).resolve(in: actor.language))
            ],
            note: item.note, edit: edits ? "\(list)/\(id)/edit" : nil, deletion: edits ? "\(list)/\(id)/deletion" : nil,
            closing: edits
                ? ActButton(
                    LocalText(Strings.sprout_close_old), icon: frame.icon("check"), action: "\(list)/closing",
                    csrf: actor.session?.csrf ?? "") : nil,
            trail: actor.may(.seeAudit) ? card : nil)
    }
}
