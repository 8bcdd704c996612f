import Console
import HTML
import Postgres
import Templates

/// What came in today and by day, in the tenant's currency; nothing while nothing ever came.
struct IncomeCard: HomeCard {
    static let needs = Permission.seeFinance
    static let samples: [[HomePart]] = [
        [.number(Number(Strings.home_income_today, "1.240,00 €"))] + HomeChart.samples.map { .main($0) }, [],
    ]

    private let isLarge: Bool
    private let recent: [DayCount]?
    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        isLarge = UserNumbersCard.isLarge(actor, services)
        recent = isLarge ? services[IncomeFigures.self].recent(of: actor.tenant, now: actor.now) : nil
        statements = recent == nil ? [IncomeFigures.statement(of: actor.tenant, now: actor.now)] : []
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let days = try recent ?? rows[0].map { try DayCount($0) }
        if recent == nil, isLarge { services[IncomeFigures.self].set(days, of: actor.tenant, now: actor.now) }
        guard days.contains(where: { $0.count > 0 }) else { return [] }
        let currency = Currency(stored: actor.tenant.currency)
        func words(_ minor: Int) -> String { Money(minor, currency).words(actor.language) }
        var parts: [HomePart] = []
        if let today = days.last, days.count > 7 {
            // Sums are of whole days: a part of one beside a whole one is no percentage.
            let then = words(days[days.count - 8].count)
            parts.append(
                .number(
                    Number(
                        label: LocalText(Strings.home_income_today), value: words(today.count),
                        change: Strings.home_income_then(sum: then), isUp: false, isDown: false)))
        }
        let sum = Strings.home_income_summary(sum: words(days.reduce(0) { $0 + $1.count }), days: days.count)
        let numbers = NumberStyle(actor.language)
        if let chart = DayCount.chart(
            days, Strings.finance_gross, sum, actor.language, write: words,
            onAxis: { numbers.fixed($0, places: currency.digits) })
        {
            parts.append(.main(HomeChart(Strings.home_income, chart)))
        }
        return parts
    }
}
