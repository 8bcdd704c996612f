import Console
import HTML
import Postgres
import Templates

/// The user's last actions in the app, from all features: support callers ask about these.
struct UserActivityCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.activity
    static let samples: [any Page] = [
        FactsCard(
            LocalText(Strings.user_activity),
            [
                Fact(LocalText(Strings.user_activity_device), "20 Nov 2026, 23:40 · iPhone 15"),
                Fact(LocalText(Strings.user_activity_agreed), "19 Nov 2026, 08:12 · <marketing>"),
            ]),
        FactsCard(
            LocalText(Strings.user_activity),
            (0..<AppEvents.most).map { _ in
                Fact(
                    LocalText(Strings.user_activity_device),
                    "20 Nov 2026, 23:40 · " + String(repeating: "<b>Pixel</b>Fold", count: 12))
            }),
    ]

    private let kinds: [AppEvents]
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        kinds = services.declarations.appEvents(for: actor)
        let parts = kinds.enumerated().map { number, kind -> SQL in
            "(select \(number) as kind, newest.at, newest.what from (\(kind.newest(shown.id))) as newest)"
        }
        statements =
            parts.isEmpty
            ? []
            : [
                """
                select event.kind, event.what, event.at at time zone \(actor.tenant.zone) as at
                from (\(SQL.joined(parts, by: " union all "))) as event order by event.at desc limit \(AppEvents.most)
                """
            ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let dates = DateStyle(actor.language)
        let facts = try (rows.first.map { try $0.map { try fact($0, dates, actor) } }) ?? []
        return facts.isEmpty ? nil : FactsCard(LocalText(Strings.user_activity), facts)
    }

    private func fact(_ row: Row, _ dates: DateStyle, _ actor: Actor) throws -> Fact {
        let kind = kinds[try row.int("kind")]
        let what = kind.words(try row.text("what"), actor)
        let when = dates.dateTime(LocalTime(microseconds: Int(try row.localTime("at"))))
        return Fact(LocalText(kind.label), [when, what].filter { !$0.isEmpty }.joined(in: actor.language))
    }
}
