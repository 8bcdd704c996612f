import Console
import HTML
import Postgres
import Templates

/// The newest items of one user, on the user's page.
struct UserItemsCard: UserCard {
    static let needs = Permission.seeItems
    static let section = UserSection.activity
    static let samples: [any Page] = [
        FactsCard(LocalText(Strings.sprout_items), [Fact(LocalText(Strings.sprout_state_open), "The \"<first>\"")])
    ]

    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) { statements = [ItemQueries.ofUser(shown.id)] }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let facts = try rows[0].map { row in
            let state = ItemState(rawValue: try row.text("state")) ?? .open
            return Fact(LocalText(state.label), try row.text("name"))
        }
        return facts.isEmpty ? nil : FactsCard(LocalText(Strings.sprout_items), facts)
    }
}
