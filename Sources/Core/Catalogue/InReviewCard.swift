import Console
import HTML
import Postgres
import Templates

/// Drafts in review that wait for a reviewer.
struct InReviewCard: HomeCard {
    static let needs = Permission.seeCatalogue
    static let samples: [[HomePart]] = [
        [
            .task(
                HomeTask(
                    Strings.home_in_review(count: 2, list: Strings.goals_title), icon: "goal",
                    link: "/t/rooster-me/goals"))
        ], [],
    ]

    let statements: [SQL]

    /// For who may publish a draft or take it back: nothing waits for those who may only read.
    init(for actor: Actor, _ services: Services) {
        let waits = actor.may(.publishCatalogue) || actor.may(.editCatalogue)
        statements = waits ? [CatalogueQueries.countInReview] : []
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let counts = rows.first else { return [] }
        return try counts.compactMap { row in
            guard let catalogue = services.declarations.catalogue(try row.text("catalogue")) else { return nil }
            return .task(
                HomeTask(
                    Strings.home_in_review(count: try row.int("n"), list: catalogue.title), icon: catalogue.icon,
                    link: actor.link(catalogue.path).with(query: [("state", "review")])))
        }
    }
}
