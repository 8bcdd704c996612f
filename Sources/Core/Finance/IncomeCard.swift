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
    private let recent: IncomeFigures.Values?
    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        isLarge = UserNumbersCard.isLarge(actor, services)
        recent = isLarge ? services[IncomeFigures.self].recent(of: actor.tenant, now: actor.now) : nil
        statements = recent == nil ? IncomeFigures.statements(of: actor.tenant, now: actor.now) : []
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let figures = try recent ?? IncomeFigures.Values(rows)
        if recent == nil, isLarge { services[IncomeFigures.self].set(figures, of: actor.tenant, now: actor.now) }
        let days = figures.days
        guard days.contains(where: { $0.count > 0 }) else { return [] }
        let currency = Currency(stored: actor.tenant.currency)
        func words(_ minor: Int) -> String { Money(minor, currency).words(actor.language) }
        var parts: [HomePart] = []
        if let today = days.last {
            // A part of a day beside the same part of another.
            let (now, then) = (today.count, figures.then)
            var number = Number(
                label: LocalText(Strings.home_income_today), value: words(now),
                change: now == then
                    ? LocalText(Strings.home_income_same)
                    : now > then
                        ? Strings.home_income_more(sum: words(now - then))
                        : Strings.home_income_less(sum: words(then - now)),
                isUp: now > then, isDown: now < then, link: actor.link("finance"))
            number.isBad = number.isDown
            parts.append(.number(number))
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
