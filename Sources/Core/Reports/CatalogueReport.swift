import Console
import HTML
import Postgres
import Templates
import Web

/// The present state of the catalogue, and how much was written and published in each period.
struct CatalogueReport: Report {
    static let head = ReportHead(path: "reports/catalogue", title: Strings.reports_catalogue, needs: .seeCatalogue)

    enum By: String, CaseIterable, Sendable {
        case list, month

        var label: StringKey { self == .list ? Strings.reports_list : Strings.finance_month }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    /// Conditions on `entry`, a catalogue entry; there is always at least one.
    private let which: SQL
    private let languages: [String]

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 365, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .list
        languages = actor.tenant.languages
        let list = query["list"].flatMap { Declarations.current.catalogue($0) }?.path ?? ""
        let language = actor.language
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: language)) },
                chosen: by.rawValue, language),
            Choice(
                "list", Strings.reports_list, all: Strings.reports_all,
                Declarations.current.catalogues.filter { $0.place.includes(actor.tenant) }.map {
                    ($0.path, LocalText($0.title).resolve(in: language))
                },
                chosen: list, language),
        ]
        which = list.isEmpty ? "true" : "entry.catalogue = \(list)"
    }

    var about: [LocalText] {
        [LocalText(by == .list ? Strings.reports_catalogue_now : Strings.reports_catalogue_about)]
    }
    var heading: StringKey { by.label }
    var unit: ReportUnit? { by == .month ? .month : nil }

    var columns: [ReportColumn] {
        guard by == .list else {
            return [
                ReportColumn("published", Strings.reports_published), ReportColumn("written", Strings.reports_written),
            ]
        }
        return EntryState.allCases.map { ReportColumn($0.rawValue, $0.badge.text) }
            + languages.map { ReportColumn("lacks_\($0)", Strings.reports_lacks(language: Languages.name(of: $0))) }
    }

    var lines: SQL {
        by == .list ? CatalogueReportQueries.lists(which, languages) : along(.month)
    }

    var series: [(label: StringKey, tone: Chart.Tone)] {
        [(Strings.reports_published, .main), (Strings.reports_written, .other)]
    }
    func along(_ unit: ReportUnit) -> SQL { CatalogueReportQueries.along(unit, period, which) }
    func summary(_ sums: [Int]) -> LocalText { Strings.reports_catalogue_summary(published: sums[0], written: sums[1]) }

    func words(_ label: String, _ language: Language) -> String {
        Declarations.current.catalogue(label).map { LocalText($0.title).resolve(in: language) }
            ?? DateStyle(language).month(label)
    }
}
