import Console
import HTML
import Postgres
import Templates
import Web

/// The number of bundle downloads, by day, month or language.
struct DownloadReport: Report {
    static let head = ReportHead(path: "reports/cycle-downloads", title: Strings.cycle_downloads, needs: .seeCatalogue)

    enum By: String, CaseIterable, Sendable {
        case day, month, language

        var label: StringKey {
            switch self {
            case .day: Strings.home_day
            case .month: Strings.finance_month
            case .language: Strings.cycle_language
            }
        }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    /// A condition on `cycle_downloads`.
    private let which: SQL

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 30, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .day
        let known = actor.tenant.languages
        let language = query["language"].flatMap { known.contains($0) ? $0 : nil } ?? ""
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) },
                chosen: by.rawValue, actor.language),
            Choice(
                "language", Strings.cycle_language, all: Strings.reports_all,
                known.map { ($0, Languages.name(of: $0)) }, chosen: language, actor.language),
        ]
        which = language.isEmpty ? "true" : "cycle_downloads.language = \(language)"
    }

    var about: [LocalText] { [LocalText(Strings.cycle_downloads_about)] }
    var heading: StringKey { by.label }
    var columns: [ReportColumn] {
        [
            ReportColumn("downloads", Strings.cycle_downloads_count),
            ReportColumn("checks", Strings.cycle_downloads_checks),
        ]
    }

    var unit: ReportUnit? {
        switch by {
        case .day: .day
        case .month: .month
        case .language: nil
        }
    }

    var lines: SQL { unit.map { along($0) } ?? DownloadQueries.byLanguage(period, which) }
    var series: [(label: StringKey, tone: Chart.Tone)] {
        [(Strings.cycle_downloads_count, .main), (Strings.cycle_downloads_checks, .other)]
    }
    func along(_ unit: ReportUnit) -> SQL { DownloadQueries.along(unit, period, which) }
    func summary(_ sums: [Int]) -> LocalText { Strings.cycle_downloads_summary(downloads: sums[0], checks: sums[1]) }
    func words(_ label: String, _ language: Language) -> String {
        unit.map { $0.place(label, language).label } ?? Languages.name(of: label)
    }
}
