import Console
import HTML
import Postgres
import Templates
import Web

/// How the app is doing: today's numbers and the week's, what waits, sign-ups and income by day, what happened last.
struct ShowHome: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let zone = actor.tenant.zone
        let language = actor.language
        let everybody = UserFilter(Query()).conditions(now: actor.now)
        let key = Totals.Key(tenant: tx.tenant, list: "users", filter: "")
        let countAll = UserQueries.countAll(everybody)
        let known = services.totals.estimate(key, now: actor.now, count: countAll)
        let isCounted = actor.tenant.holdsPeople && known == nil
        // They travel together.
        let clock = try tx.send("select \(actor.now) at time zone \(zone) as now")
        let trail = try tx.send(AuditQueries.page([], zone: zone, rising: false, limit: 8))
        let pending = try tx.send(ApprovalQueries.waiting(now: actor.now))
        let waiting = try tx.send(Attention.question(now: actor.now))
        let counting = isCounted ? try tx.send(UserQueries.count(everybody, limit: Totals.exactLimit + 1)) : nil
        let now = LocalTime(microseconds: Int(try clock.rows().first?.localTime("now") ?? 0))
        let events = try trail.rows()
        let approvals = try pending.rows().map { try Approval($0, now: actor.now) }.filter { $0.isDecided(by: actor) }
        let tasks = try Attention.tasks(try waiting.rows(), actor)
        let counted = try counting?.rows().first?.int("n") ?? 0

        var numbers: [Number] = []
        var charts: [HomeChart] = []
        if actor.tenant.holdsPeople {
            let total =
                known.map { Totals.Total.about($0) }
                ?? services.totals.settle(key, counted: counted, now: actor.now, count: countAll)
            let isLarge = if case .exact = total { false } else { true }
            let figures = try services.figures.values(isLarge: isLarge, of: actor.tenant, now: actor.now, in: tx)
            let currency = actor.may(.seeFinance) ? Currency(stored: actor.tenant.currency) : nil
            numbers = Self.numbers(figures, total, currency, language)
            charts = Self.charts(figures, currency, language)
        }
        let rows = ApprovalRowMaker(actor: actor)
        let names = try rows.names(approvals, in: tx)
        return HomePage(
            frame: actor.frame(LocalText(Strings.menu_home), services, current: ""),
            today:
                "\(DateStyle(language).weekday(now))\(language == .fa ? "،" : ",") \(DateStyle(language).dateTime(now)) (\(zone))",
            numbers: numbers, charts: charts, tasks: tasks,
            attention: approvals.prefix(5).map { rows.row($0, names) },
            attentionLink: "/t/\(actor.tenant.slug)/approvals",
            trail: actor.may(.seeAudit)
                ? TrailCard(
                    title: LocalText(Strings.home_latest),
                    entries: try AuditReader(trail: services.trail, actor: actor, showsObject: true).entries(
                        events, in: tx),
                    whole: actor.link("audit")) : nil, holdsPeople: actor.tenant.holdsPeople,
            note: services.kind(actor.tenant.kind)?.note.map { LocalText($0) },
            notices: (actor.tenant.isArchived ? [LocalText(Strings.settings_is_archived)] : [])
                + TenantService.allCases.filter { !actor.tenant.services.contains($0) }.map {
                    Strings.home_service_off(service: $0.label)
                })
    }

    /// `currency`: nil for somebody who may not see the money.
    private static func numbers(
        _ figures: HomeFigures.Values, _ total: Totals.Total, _ currency: Currency?, _ language: Language
    ) -> [Number] {
        let style = NumberStyle(language)
        let everybody =
            switch total {
            case .exact(let count): style.integer(count)
            case .about(let count): "≈ " + style.integer(count / 100 * 100)
            case .moreThan(let count): "> " + style.integer(count)
            }
        func number(_ label: StringKey, _ value: String) -> Number {
            Number(label: LocalText(label), value: value, change: nil, isUp: false, isDown: false)
        }
        func compared(_ label: StringKey, _ count: Int, with before: Int) -> Number {
            guard before > 0 else { return number(label, style.integer(count)) }
            let share = Double(count - before) / Double(before)
            return Number(
                label: LocalText(label), value: style.integer(count),
                change: share >= 0
                    ? Strings.home_change_up(percent: Formatted.percent(share, places: 1))
                    : Strings.home_change_down(percent: Formatted.percent(-share, places: 1)), isUp: share > 0,
                isDown: share < 0)
        }
        var numbers = [
            number(Strings.home_users, everybody),
            compared(Strings.home_new_today, figures.newToday, with: figures.newThen),
            compared(Strings.home_new_week, figures.newWeek, with: figures.newBefore),
            number(Strings.home_active_today, style.integer(figures.activeToday)),
            number(Strings.home_suspended, style.integer(figures.suspended)),
        ]
        if let currency, figures.hasIncome, let today = figures.income.last, figures.income.count > 7 {
            // Sums are of whole days: a part of one beside a whole one is no percentage.
            let then = Money(figures.income[figures.income.count - 8].count, currency).words(language)
            numbers.append(
                Number(
                    label: LocalText(Strings.home_income_today), value: Money(today.count, currency).words(language),
                    change: Strings.home_income_then(sum: then), isUp: false, isDown: false))
        }
        return numbers
    }

    private static func charts(_ figures: HomeFigures.Values, _ currency: Currency?, _ language: Language)
        -> [HomeChart]
    {
        let dates = DateStyle(language)
        func chart(
            _ days: [(day: LocalTime, count: Int)], _ label: StringKey, _ summary: LocalText,
            write: @escaping (Int) -> String, onAxis: ((Int) -> String)? = nil
        ) -> Chart? {
            Chart(
                .lines, summary: summary, heading: LocalText(Strings.home_day),
                places: days.map { Chart.Place(dates.dayMonth($0.day), dates.date($0.day)) },
                series: [Chart.Series(LocalText(label), days.map(\.count))], write: write, onAxis: onAxis)
        }
        let numbers = NumberStyle(language)
        let signUps = Strings.home_signups_summary(
            total: figures.days.reduce(0) { $0 + $1.count }, days: figures.days.count)
        var charts =
            chart(figures.days, Strings.home_count, signUps, write: numbers.integer).map {
                [HomeChart(Strings.home_signups, $0)]
            } ?? []
        if let currency, figures.hasIncome {
            func words(_ minor: Int) -> String { Money(minor, currency).words(language) }
            let sum = Strings.home_income_summary(
                sum: words(figures.income.reduce(0) { $0 + $1.count }), days: figures.income.count)
            if let income = chart(
                figures.income, Strings.finance_gross, sum, write: words,
                onAxis: { numbers.fixed($0, places: currency.digits) })
            {
                charts.append(HomeChart(Strings.home_income, income))
            }
        }
        return charts
    }
}

extension HomeFigures.Values {
    var hasIncome: Bool { income.contains { $0.count > 0 } }
}
