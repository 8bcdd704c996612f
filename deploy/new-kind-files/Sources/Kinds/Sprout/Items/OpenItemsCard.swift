import Console
import HTML
import Postgres
import Templates

/// How many items wait, on the home page.
struct OpenItemsCard: HomeCard {
    static let needs = Permission.seeItems
    static let samples: [[HomePart]] = [
        [.task(HomeTask(Strings.sprout_items_open(count: 3), icon: "tag", link: "/t/rooster-me/sprout-items"))], [],
    ]

    let statements: [SQL] = [ItemQueries.open]

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let count = try rows[0].first?.int("n"), count > 0 else { return [] }
        let link = actor.link(to: ItemList.list).with(query: [("state", ItemState.open.rawValue)])
        return [.task(HomeTask(Strings.sprout_items_open(count: count), icon: "tag", link: link))]
    }
}
