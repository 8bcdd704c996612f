import HTML
import Postgres
import Sheets
import Templates
import Web

/// A report's lines as a file.
package struct ExportReport<R: Report>: ExportedFile {
    package static var path: String { R.head.path }
    /// A report counts; it names nobody.
    package static var holds: FileContent { .nothingPersonal }

    private let report: R

    package init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        report = try R(question, in: tx, by: actor, services)
        guard report.period.isGood else { throw Refusal.notFound }
    }

    package var question: [(name: String, value: String)] { report.query }
    package var title: StringKey { R.head.title }

    package func columns(_ actor: Actor) -> [SheetColumn] {
        [
            SheetColumn(
                id: "label", title: LocalText(report.heading).resolve(in: actor.language),
                kind: report.hasTimes ? .time : .text)
        ]
            + report.columns.map { SheetColumn(id: $0.id, title: $0.label.resolve(in: actor.language), kind: .integer) }
    }

    package func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> ExportForm {
        ExportForm(
            title: Strings.finance_export, menu: (R.head.path, R.head.title), list: actor.link(R.head.path),
            count: report.period.words, narrowing: report.narrowing(actor.language), everything: R.head.title,
            lineHint: Strings.list_export_jsonl_hint)
    }

    package func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        -> FileRows
    {
        let values: [SQL] = report.columns.indices.map { ", lines.values[\($0 + 1)::int]" }
        let label: SQL =
            report.hasTimes
            ? "(lines.label::timestamp at time zone \(actor.tenant.zone)) at time zone \(zone)" : "lines.label"
        return FileRows("select \(label)\(SQL.joined(values, by: "")) from (\(report.lines)) as lines")
    }
}
