import Console
import HTML
import Postgres
import Templates

/// Keys that expire soon and need a replacement.
struct EndingKeysCard: HomeCard {
    static let needs = Permission.seeKeys
    static let samples: [[HomePart]] = [HomeTask.samples.map { .task($0) }, []]
    private static let days = 14

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        statements = [
            KeyQueries.countEnding(now: actor.now, before: actor.now.adding(seconds: Int64(Self.days) * 86400))
        ]
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let count = try rows[0].first?.int("n"), count > 0 else { return [] }
        return [
            .task(
                HomeTask(
                    Strings.home_keys_end(count: count, days: Self.days), icon: "key",
                    link: actor.link("keys").with(query: [("sort", "expires"), ("state", "active")])))
        ]
    }
}
