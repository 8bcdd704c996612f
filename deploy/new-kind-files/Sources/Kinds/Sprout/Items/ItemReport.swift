import Console
import HTML
import Postgres
import Templates
import Web

/// How many items were added, and how they stand.
struct ItemReport: Report {
    static let head = ReportHead(path: "reports/sprout-items", title: Strings.sprout_report_title, needs: .seeItems)

    enum By: String, CaseIterable, Sendable {
        case month, state

        var label: StringKey { self == .state ? Strings.sprout_item_state : Strings.finance_month }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 365, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .month
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) },
                chosen: by.rawValue, actor.language)
        ]
    }

    var about: [LocalText] { [LocalText(Strings.sprout_report_about)] }
    var heading: StringKey { by.label }
    var unit: ReportUnit? { by == .month ? .month : nil }
    var columns: [ReportColumn] { [ReportColumn("added", Strings.sprout_report_added)] }
    var lines: SQL { by == .state ? ItemQueries.states(period) : along(.month) }
    var series: [(label: StringKey, tone: Chart.Tone)] { [(Strings.sprout_report_added, .main)] }
    func along(_ unit: ReportUnit) -> SQL { ItemQueries.along(unit, period) }
    func summary(_ sums: [Int]) -> LocalText { Strings.sprout_report_summary(count: sums[0]) }

    func words(_ label: String, _ language: Language) -> String {
        ItemState(rawValue: label).map { LocalText($0.label).resolve(in: language) } ?? label
    }
}
