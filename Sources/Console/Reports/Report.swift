import HTML
import Postgres
import Sheets
import Templates
import Web

/// A report: its parameters, and its statements. This declaration produces its page, picture, tables and files, in
/// the same way for every report.
package protocol Report: MailedReport {
    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws

    /// Its parameters besides the days.
    var choices: [Choice] { get }
    /// The titles of its first column and of the others.
    var heading: StringKey { get }
    var columns: [ReportColumn] { get }
    /// A statement that returns rows of a text `label` and an array of bigint `values`, one for each column, in
    /// order.
    var lines: SQL { get }
    /// Texts above the lines.
    var about: [LocalText] { get }

    /// The series of the picture: the same values by day or month.
    var series: [(label: StringKey, tone: Chart.Tone)] { get }
    func along(_ unit: ReportUnit) -> SQL
    func summary(_ sums: [Int]) -> LocalText

    func words(_ label: String, _ language: Language) -> String
    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable]
    var period: ReportPeriod { get }
    /// The unit of the lines; nil if they are not days or months.
    var unit: ReportUnit? { get }
    /// It reports what is planned: its picture has the days to come.
    var looksAhead: Bool { get }
    /// True if the labels of its lines are times on the tenant's clock, like `2026-11-23 09:00`: in a file they have
    /// their zone.
    var hasTimes: Bool { get }
}

extension Report {
    package var looksAhead: Bool { false }
    package var hasTimes: Bool { false }
}

package struct ReportHead: Sendable {
    /// The path after the tenant's address.
    package var path: String
    package var title: StringKey
    package var needs: Permission

    package init(path: String, title: StringKey, needs: Permission) {
        self.path = path
        self.title = title
        self.needs = needs
    }
}

package struct ReportColumn: Sendable {
    package var id: String
    package var label: LocalText

    package init(_ id: String, _ label: StringKey) { (self.id, self.label) = (id, LocalText(label)) }
    package init(_ id: String, _ label: LocalText) { (self.id, self.label) = (id, label) }
}

package struct ReportLine: Sendable {
    package var label: String
    package var values: [Int]

    package init(_ row: Row) throws { (label, values) = (try row.text("label"), try row.ints("values")) }
}

extension Route {
    /// The routes of a report: its page and its files.
    package static func report<R: Report>(_ report: R.Type) -> [Route] {
        let (path, permission) = (R.head.path, R.head.needs)
        return Route.files(ExportReport<R>.self, needs: permission) + [
            .get(path, needs: permission, ShowReport<R>.self)
        ] + Route.mail(report)
    }
}

extension Report {
    /// All parameters, as the address has them.
    package var query: [(name: String, value: String)] {
        period.query
            + choices.compactMap { choice in
                choice.options.first { $0.isSelected && !$0.value.isEmpty }.map { (choice.name, $0.value) }
            }
    }

    /// The parameters in words, without the days.
    package func narrowing(_ language: Language) -> [String] {
        choices.compactMap { choice in
            choice.options.first { $0.isSelected && !$0.value.isEmpty }.map {
                "\(choice.label.resolve(in: language)): \($0.label)"
            }
        }
    }

    package func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        table(lines, language).map { [$0] } ?? []
    }

    /// Returns a table with each line as a row, and the totals.
    package func table(_ lines: [ReportLine], _ language: Language) -> ReportTable? {
        guard !lines.isEmpty else { return nil }
        func cells(_ values: [Int]) -> [ReportTable.Cell] {
            zip(columns, values).map { .init(label: $0.label, text: NumberStyle(language).integer($1)) }
        }
        let sums = columns.indices.map { at in lines.reduce(0) { $0 + $1.values[at] } }
        return ReportTable(
            title: LocalText(Self.head.title), heading: LocalText(heading), columns: columns.map(\.label),
            rows: lines.map { .init(label: words($0.label, language), cells: cells($0.values)) },
            total: lines.count > 1 ? cells(sums) : [])
    }

    /// Uses `lines` if they are what the picture shows.
    package func chart(_ lines: [ReportLine], in tx: borrowing TenantTransaction, _ language: Language) throws -> Chart?
    {
        let unit = unit ?? period.unit
        let all = self.unit == nil ? try tx.rows(along(unit)).map { try ReportLine($0) } : lines
        let along = looksAhead ? all[...] : all.prefix(period.begun(unit))
        let sums = series.indices.map { at in along.reduce(0) { $0 + $1.values[at] } }
        return Chart(
            unit == .day ? .lines : .bars, summary: summary(sums), heading: LocalText(unit.heading),
            places: along.map { unit.place($0.label, language) },
            series: series.enumerated().map { at, one in
                Chart.Series(LocalText(one.label), along.map { $0.values[at] }, tone: one.tone)
            },
            write: NumberStyle(language).integer)
    }
}

extension Choice {
    /// A parameter of a report. A value from the address that is not among the usual choices is added to them; `all`
    /// is the choice without a filter.
    package init(
        _ name: String, _ label: StringKey, all: StringKey?, _ options: [(value: String, label: String)],
        chosen: String, _ language: Language
    ) {
        var options = options.filter { !$0.value.isEmpty }
        if let all { options.insert(("", LocalText(all).resolve(in: language)), at: 0) }
        if !options.contains(where: { $0.value == chosen }) { options.append((chosen, chosen)) }
        self.init(
            name, label: LocalText(label),
            options: options.map { .init(value: $0.value, label: $0.label, isSelected: $0.value == chosen) })
    }
}
