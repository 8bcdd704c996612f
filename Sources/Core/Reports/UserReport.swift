import Console
import HTML
import Postgres
import Templates
import Web

/// Sign-ups, activity, and the retention of new users.
struct UserReport: Report {
    static let head = ReportHead(path: "reports/users", title: Strings.reports_users, needs: .seeUsers)

    enum By: String, CaseIterable, Sendable {
        case month, day, country, plan, role, status, cohort

        var label: StringKey {
            switch self {
            case .month: Strings.finance_month
            case .day: Strings.home_day
            case .country: Strings.user_country
            case .plan: Strings.user_plan
            case .role: Strings.user_role
            case .status: Strings.user_status
            case .cohort: Strings.reports_cohort
            }
        }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    /// Conditions on `users`; there is always at least one.
    private let who: SQL

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 365, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .month
        let language = actor.language
        let facets = try services.facets.values(now: actor.now, in: tx)
        let country = String((query.trimmed("country") ?? "").uppercased().prefix(2))
        let plan = String((query.trimmed("plan") ?? "").prefix(80))
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: language)) },
                chosen: by.rawValue, language),
            Choice(
                "country", Strings.user_country, all: Strings.reports_all,
                Countries.choices(facets.countries, in: language),
                chosen: country, language),
            Choice(
                "plan", Strings.user_plan, all: Strings.reports_all,
                facets.allPlans.map { ($0, UserWords.plan($0, language)) }, chosen: plan, language),
        ]
        who = SQL.joined(
            ["true"] + (country.isEmpty ? [] : ["users.country = \(country)"])
                + (plan.isEmpty ? [] : ["users.plan = \(plan)"]), by: " and ")
    }

    var about: [LocalText] { [LocalText(by == .cohort ? Strings.reports_cohort_about : Strings.reports_users_about)] }
    var heading: StringKey { by == .cohort ? Strings.reports_joined_month : by.label }

    var unit: ReportUnit? {
        switch by {
        case .day: .day
        case .month: .month
        case .country, .plan, .role, .status, .cohort: nil
        }
    }

    var columns: [ReportColumn] {
        by == .cohort
            ? [
                ReportColumn("months", Strings.reports_months), ReportColumn("new", Strings.reports_new),
                ReportColumn("still", Strings.reports_still),
            ]
            : [ReportColumn("new", Strings.reports_new), ReportColumn("last_seen", Strings.reports_seen)]
    }

    var lines: SQL {
        switch by {
        case .day: along(.day)
        case .month: along(.month)
        case .country: UserReportQueries.grouped(by: "users.country", period, who)
        case .plan: UserReportQueries.grouped(by: "users.plan", period, who)
        case .role: UserReportQueries.grouped(by: "users.role", period, who)
        case .status: UserReportQueries.grouped(by: "users.status", period, who)
        case .cohort: UserReportQueries.cohorts(period, who)
        }
    }

    var series: [(label: StringKey, tone: Chart.Tone)] {
        [(Strings.reports_new, .main), (Strings.reports_seen, .other)]
    }
    func along(_ unit: ReportUnit) -> SQL { UserReportQueries.along(unit, period, who) }
    func summary(_ sums: [Int]) -> LocalText { Strings.reports_users_summary(joined: sums[0], seen: sums[1]) }

    func words(_ label: String, _ language: Language) -> String {
        switch by {
        case .plan: UserWords.plan(label, language)
        case .day: ReportUnit.day.place(label, language).label
        case .month, .cohort: DateStyle(language).month(label)
        case .status: UserWords.status(label).text.resolve(in: language)
        case .country: label.isEmpty ? "—" : Countries.name(of: label, in: language)
        case .role: label.isEmpty ? "—" : UserWords.role(label, language)
        }
    }

    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        guard by == .cohort else { return table(lines, language).map { [$0] } ?? [] }
        return CohortTable.made(
            CohortTable.Month.read(lines), title: LocalText(Strings.reports_cohort),
            heading: LocalText(Strings.reports_joined_month), first: LocalText(Strings.reports_new), language
        ).map { [$0] } ?? []
    }
}
