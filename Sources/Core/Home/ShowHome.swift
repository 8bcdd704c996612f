import HTML
import Postgres
import Templates
import Web

/// How the app is doing: the week's numbers, sign-ups by day, what happened last.
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
        let counting = isCounted ? try tx.send(UserQueries.count(everybody, limit: Totals.exactLimit + 1)) : nil
        let now = LocalTime(microseconds: Int(try clock.rows().first?.localTime("now") ?? 0))
        let events = try trail.rows()
        let approvals = try pending.rows().map { try Approval($0, now: actor.now) }.filter { $0.isDecided(by: actor) }
        let counted = try counting?.rows().first?.int("n") ?? 0

        var numbers: [Number] = []
        var chart: SignUpChart?
        if actor.tenant.holdsPeople {
            let total = known.map { Totals.Total.about($0) }
                ?? services.totals.settle(key, counted: counted, now: actor.now, count: countAll)
            let isLarge = if case .exact = total { false } else { true }
            let figures = try services.figures.values(isLarge: isLarge, zone: zone, now: actor.now, in: tx)
            numbers = Self.numbers(figures, total, language)
            chart = Self.chart(figures.days, language)
        }
        let rows = ApprovalRowMaker(actor: actor)
        let names = try rows.names(approvals, in: tx)
        return HomePage(
            frame: actor.frame(LocalText(Strings.menu_home), services, current: ""),
            today: "\(DateStyle(language).weekday(now))\(language == .fa ? "،" : ",") \(DateStyle(language).dateTime(now)) (\(zone))", numbers: numbers, chart: chart,
            attention: approvals.prefix(5).map { rows.row($0, names) },
            attentionLink: "/t/\(actor.tenant.slug)/approvals",
            trail: actor.may(.seeAudit)
                ? TrailCard(
                    title: LocalText(Strings.home_latest),
                    entries: try AuditReader(trail: services.trail, actor: actor, showsObject: true).entries(events, in: tx),
                    whole: actor.link("audit")) : nil, holdsPeople: actor.tenant.holdsPeople,
            note: services.kind(actor.tenant.kind)?.note.map { LocalText($0) },
            notices: (actor.tenant.isArchived ? [LocalText(Strings.settings_is_archived)] : [])
                + TenantService.allCases.filter { !actor.tenant.services.contains($0) }.map {
                    Strings.home_service_off(service: $0.label)
                })
    }

    private static func numbers(_ figures: HomeFigures.Values, _ total: Totals.Total, _ language: Language) -> [Number] {
        let style = NumberStyle(language)
        let week = figures.newWeek
        let before = figures.newBefore
        let share = before == 0 ? 0 : Double(week - before) / Double(before)
        let change: LocalText? = before == 0
            ? nil
            : share >= 0 ? Strings.home_change_up(percent: Formatted.percent(share, places: 1))
                : Strings.home_change_down(percent: Formatted.percent(-share, places: 1))
        let everybody =
            switch total {
            case .exact(let count): style.integer(count)
            case .about(let count): "≈ " + style.integer(count / 100 * 100)
            case .moreThan(let count): "> " + style.integer(count)
            }
        func number(_ label: StringKey, _ value: String, change: LocalText? = nil, isUp: Bool = false, isDown: Bool = false) -> Number {
            Number(label: LocalText(label), value: value, change: change, isUp: isUp, isDown: isDown)
        }
        return [
            number(Strings.home_users, everybody),
            number(Strings.home_new_week, style.integer(week), change: change, isUp: before > 0 && share > 0, isDown: share < 0),
            number(Strings.home_active_today, style.integer(figures.activeToday)),
            number(Strings.home_suspended, style.integer(figures.suspended)),
        ]
    }

    /// A picture of 720 by 190, and the same numbers as a table.
    private static func chart(_ days: [(day: LocalTime, count: Int)], _ language: Language) -> SignUpChart? {
        guard days.count > 1, let first = days.first, let last = days.last else { return nil }
        // The axis ends at a round number above the highest day.
        let highest = max(4, days.map(\.count).max() ?? 0)
        var unit = 1
        while highest / unit >= 10 { unit *= 10 }
        let top = (highest / (2 * unit) + 1) * 2 * unit
        func fixed(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(abs(tenths % 10))"
        }
        let points = days.enumerated().map { index, day in
            fixed(720 * Double(index) / Double(days.count - 1)) + "," + fixed(190 - 190 * Double(day.count) / Double(top))
        }.joined(separator: " ")
        let style = NumberStyle(language)
        let dates = DateStyle(language)
        return SignUpChart(
            points: points, area: "0,190 \(points) 720,190", topLabel: style.integer(top), middleLabel: style.integer(top / 2),
            firstDay: dates.dayMonth(first.day), lastDay: dates.dayMonth(last.day),
            summary: Strings.home_signups_summary(total: days.reduce(0) { $0 + $1.count }, days: days.count),
            days: days.reversed().map { ChartDay(day: dates.date($0.day), count: style.integer($0.count)) })
    }
}
