import Console
import HTML
import Postgres
import Templates

/// The user's present plan, and their last payment.
struct UserSubscriptionCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.money
    static let samples: [any Page] = [SubscriptionCard.sample, SubscriptionCard.sampleEmpty]

    private let id: ID
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        id = shown.id
        let zone = actor.tenant.zone
        statements = [
            SubscriptionQueries.current(of: id, zone: zone), PaymentQueries.all(of: id, zone: zone, limit: 5),
            RefundQueries.all(of: id), RefundRequests.about(id),
        ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let held = try rows[0].first.map { try Subscription($0) }
        return SubscriptionCard(
            state: held?.state.badge, line: held.map { SubscriptionWords.line($0, actor) },
            facts: held.map { Array(SubscriptionWords.facts($0, actor).prefix(6)) } ?? [],
            payments: try Payment.rows(
                rows[1], asked: rows[2], requests: RefundRequests(rows[3], at: actor.now), of: id, by: actor),
            link: SubscriptionPageMaker.link(id, actor))
    }
}
