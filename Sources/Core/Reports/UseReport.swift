import Console
import HTML
import Postgres
import Templates
import Web

/// The calls of the service API, and how many were refused or failed.
struct UseReport: Report {
    static let head = ReportHead(path: "reports/api", title: Strings.reports_use, needs: .seeKeys)

    enum By: String, CaseIterable, Sendable {
        case day, month, endpoint, key

        var label: StringKey {
            switch self {
            case .day: Strings.home_day
            case .month: Strings.finance_month
            case .endpoint: Strings.key_endpoint
            case .key: Strings.reports_key
            }
        }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    /// Conditions on `api_key_usage`; there is always at least one.
    private let what: SQL

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 90, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .day
        let language = actor.language
        let key = query["key"].flatMap { ID($0) }
        let endpoint = String((query.trimmed("endpoint") ?? "").prefix(120))
        let keys = try tx.rows(UseReportQueries.keys).map {
            (value: try $0.id("id").description, label: try $0.text("name"))
        }
        let endpoints = period.isGood ? try tx.first(UseReportQueries.endpoints(period))?.texts("values") ?? [] : []
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: language)) },
                chosen: by.rawValue, language),
            Choice(
                "key", Strings.reports_key, all: Strings.reports_all, keys, chosen: key?.description ?? "", language),
            Choice(
                "endpoint", Strings.key_endpoint, all: Strings.reports_all, endpoints.map { ($0, $0) },
                chosen: endpoint, language),
        ]
        what = SQL.joined(
            ["true"] + (key.map { ["api_key_usage.key_id = \($0)"] } ?? [])
                + (endpoint.isEmpty ? [] : ["api_key_usage.endpoint = \(endpoint)"]), by: " and ")
    }

    var about: [LocalText] { [LocalText(Strings.reports_use_about)] }
    var heading: StringKey { by.label }
    var columns: [ReportColumn] {
        [ReportColumn("requests", Strings.key_requests), ReportColumn("errors", Strings.key_errors)]
    }

    var unit: ReportUnit? {
        switch by {
        case .day: .day
        case .month: .month
        case .endpoint, .key: nil
        }
    }

    var lines: SQL {
        switch by {
        case .day: along(.day)
        case .month: along(.month)
        case .endpoint: UseReportQueries.byEndpoint(period, what)
        case .key: UseReportQueries.byKey(period, what)
        }
    }

    var series: [(label: StringKey, tone: Chart.Tone)] {
        [(Strings.key_requests, .main), (Strings.key_errors, .faults)]
    }
    func along(_ unit: ReportUnit) -> SQL { UseReportQueries.along(unit, period, what) }
    func summary(_ sums: [Int]) -> LocalText { Strings.reports_use_summary(requests: sums[0], errors: sums[1]) }
    func words(_ label: String, _ language: Language) -> String {
        unit.map { $0.place(label, language).label } ?? label
    }
}
