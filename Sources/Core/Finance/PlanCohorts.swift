import Console
import HTML
import Postgres
import Templates

/// Subscriptions by the month of their first charge, with the share that was still paying after each number of months;
/// plan by plan.
enum PlanCohorts {
    /// The number of months back, and of months after the start.
    static let most = 12

    static func made(_ rows: Rows, _ period: ReportPeriod, _ currency: Currency, _ actor: Actor) throws
        -> [FinancePage.Cohort]
    {
        let months = period.eachMonth
        var plans: [(plan: String, months: [CohortTable.Month])] = []
        for row in rows {
            let (plan, at) = (try row.text("plan"), try row.int("number") - 1)
            guard months.indices.contains(at) else { continue }
            if plans.last?.plan != plan { plans.append((plan, [])) }
            // A subscription that began on a month's last day has reached that age when the month is over.
            let last = months.count - 1 - (period.endsWithin(.month) ? 1 : 0)
            plans[plans.count - 1].months.append(
                CohortTable.Month(
                    label: months[at].label, joined: try row.int("began"),
                    still: Array(try row.ints("still").prefix(max(1, last - at + 1))),
                    link: MoveList.link(.new, months[at].period, currency, plan: plan, actor)))
        }
        let sizes = plans.map { $0.months.reduce(0) { $0 + $1.joined } }
        let largest = sizes.max()
        return zip(plans, sizes).sorted { $0.1 > $1.1 }.compactMap { one, size in
            let name = UserWords.plan(one.plan, actor.language)
            return CohortTable.made(
                one.months, title: Strings.finance_cohort(plan: name), heading: LocalText(Strings.finance_began_month),
                first: LocalText(Strings.finance_began_count), actor.language
            ).map { .init(plan: name, table: $0, isOpen: size == largest) }
        }
    }
}
