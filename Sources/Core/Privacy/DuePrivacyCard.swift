import Console
import HTML
import Postgres
import Templates

/// Requests whose deadline is near or over.
struct DuePrivacyCard: HomeCard {
    static let needs = Permission.seePrivacy
    static let samples: [[HomePart]] = [
        [
            .task(HomeTask(Strings.home_privacy_overdue(count: 1), icon: "warn", link: "/t/rooster-me/privacy")),
            .task(HomeTask(Strings.home_privacy_due(count: 3, days: 7), icon: "shield", link: "/t/rooster-me/privacy")),
        ], [],
    ]
    private static let days = 7

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        statements = [
            """
            select count(*) filter (where privacy_requests.due_at <= \(actor.now)) as overdue,
                count(*) filter (where privacy_requests.due_at > \(actor.now)) as due
            from privacy_requests where privacy_requests.state in ('waiting', 'running', 'held', 'ready')
                and privacy_requests.due_at <= \(actor.now.adding(seconds: Int64(Self.days) * 86_400))
            """
        ]
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let row = rows[0].first else { return [] }
        let (overdue, due) = (try row.int("overdue"), try row.int("due"))
        let list = actor.link("privacy")
        var parts: [HomePart] = []
        if overdue > 0 {
            parts.append(
                .task(
                    HomeTask(
                        Strings.home_privacy_overdue(count: overdue), icon: "warn",
                        link: list.with(query: [("state", "overdue")]))))
        }
        if due > 0 {
            parts.append(
                .task(
                    HomeTask(
                        Strings.home_privacy_due(count: due, days: Self.days), icon: "shield",
                        link: list.with(query: [("state", "open")]))))
        }
        return parts
    }
}
