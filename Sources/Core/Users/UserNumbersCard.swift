import Console
import HTML
import Postgres
import Templates
import Web

/// The number of users, of new users and of active users; sign-ups by day. For who may see the users: how many there are,
/// and how many were suspended, says something of them.
struct UserNumbersCard: HomeCard {
    static let needs = Permission.seeUsers
    static let samples: [[HomePart]] = [
        Number.samples.map { .number($0) } + HomeChart.samples.map { .main($0) }, [],
    ]

    private let key: Totals.Key
    private let countAll: SQL
    /// The estimate for a large tenant.
    private let known: Int?
    private let recent: UserFigures.Values?
    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        let everybody = UserFilter(Query()).conditions(now: actor.now)
        key = Self.key(actor.tenant)
        countAll = UserQueries.countAll(everybody)
        known = services.totals.estimate(key, now: actor.now, count: countAll)
        recent = known == nil ? nil : services[UserFigures.self].recent(of: actor.tenant, now: actor.now)
        statements =
            (known == nil ? [UserQueries.count(everybody, limit: Totals.exactLimit + 1)] : [])
            + (recent == nil ? UserFigures.statements(of: actor.tenant, now: actor.now) : [])
    }

    private static func key(_ tenant: Tenant) -> Totals.Key { Totals.Key(tenant: tenant.id, list: "users", filter: "") }

    /// True if the tenant is known to have so many users that the daily counts are cached for some minutes.
    static func isLarge(_ actor: Actor, _ services: Services) -> Bool {
        services.totals.estimate(
            key(actor.tenant), now: actor.now,
            count: UserQueries.countAll(UserFilter(Query()).conditions(now: actor.now))
        ) != nil
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let total =
            try known.map { Totals.Total.about($0) }
            ?? services.totals.settle(key, counted: rows[0].first?.int("n") ?? 0, now: actor.now, count: countAll)
        let figures = try recent ?? UserFigures.Values(Array(rows.suffix(2)))
        if recent == nil, known != nil { services[UserFigures.self].set(figures, of: actor.tenant, now: actor.now) }
        let numbers = NumberStyle(actor.language)
        let summary = Strings.home_signups_summary(
            total: figures.days.reduce(0) { $0 + $1.count }, days: figures.days.count)
        let chart = DayCount.chart(
            figures.days, Strings.home_count, summary, actor.language, write: numbers.integer)
        return Self.numbers(figures, total, actor.language, actor.link("users")).map { .number($0) }
            + (chart.map { [.main(HomeChart(Strings.home_signups, $0))] } ?? [])
    }

    private static func numbers(
        _ figures: UserFigures.Values, _ total: Totals.Total, _ language: Language, _ users: Link
    ) -> [Number] {
        let style = NumberStyle(language)
        let everybody =
            switch total {
            case .exact(let count): style.integer(count)
            case .about(let count): "≈ " + style.integer(count / 100 * 100)
            case .moreThan(let count): "> " + style.integer(count)
            }
        // “Today” is the day of the workspace's zone, in the number and in the list behind it.
        let today = figures.days.last.map { "\($0.day.isoDay).." } ?? "1"
        func list(_ filter: String, _ value: String) -> Link? { users.with(query: [(filter, value)]) }
        func compared(_ label: StringKey, _ count: Int, with before: Int, _ link: Link?) -> Number {
            guard before > 0 else { return Number(label, style.integer(count), link: link) }
            return Number(label, count, aWeekAgo: before, language, link: link)
        }
        return [
            Number(Strings.home_users, everybody, link: users),
            compared(Strings.home_new_today, figures.newToday, with: figures.newThen, list("created", today)),
            compared(Strings.home_new_week, figures.newWeek, with: figures.newBefore, list("created", "7")),
            Number(Strings.home_active_today, style.integer(figures.activeToday), link: list("seen", today)),
            Number(Strings.home_suspended, style.integer(figures.suspended), link: list("status", "suspended")),
        ]
    }
}
