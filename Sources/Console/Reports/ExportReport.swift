import HTML
import Postgres
import Sheets
import Templates
import Web

/// Asks for the format of a report's file and the reason.
package struct ShowReportExport<R: Report>: Viewing {
    fileprivate let query: Query

    package init(_ request: WebRequest) throws { query = request.query }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try page(error: nil, report(in: tx, by: actor, services), by: actor, services)
    }

    fileprivate func report(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> R {
        let report = try R(query, in: tx, by: actor, services)
        guard report.period.isGood else { throw Refusal.notFound }
        return report
    }

    fileprivate func page(error: LocalText?, _ report: R, by actor: Actor, _ services: Services) throws -> ExportPage {
        ExportForm(
            title: Strings.finance_export, menu: (R.head.path, R.head.title), list: actor.link(R.head.path),
            count: report.period.words,
            narrowing: report.narrowing(actor.language), everything: R.head.title,
            lineHint: Strings.list_export_jsonl_hint,
            query: report.query
        ).page(error: error, actor, services)
    }
}

/// A report's lines as a file.
package struct ExportReport<R: Report>: Downloading {
    private let export: ExportRequest
    private let form: ShowReportExport<R>

    package init(_ request: WebRequest) throws {
        export = try ExportRequest(request)
        form = try ShowReportExport(request)
    }

    package func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let report = try form.report(in: tx, by: actor, services)
        if export.lacksReason {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), report, by: actor, services))
        }
        let language = actor.language
        let title = LocalText(R.head.title).resolve(in: language)
        let name = R.head.path.split(separator: "/").joined(separator: "-")
        let values: [SQL] = report.columns.indices.map { ", lines.values[\($0 + 1)::int]" }
        return Download(
            record: ExportRecord(
                (.listExported, .listExportFinished, .listExportBrokenOff), on: .list, export, list: R.head.path,
                filter: report.query),
            name: "\(actor.tenant.slug)-\(name).\(export.format.rawValue)", format: export.format,
            columns: [SheetColumn(id: "label", title: LocalText(report.heading).resolve(in: language))]
                + report.columns.map { SheetColumn(id: $0.id, title: $0.label.resolve(in: language), kind: .integer) },
            select: "select lines.label\(SQL.joined(values, by: "")) from (\(report.lines)) as lines", sheetName: title,
            isRightToLeft: language.direction == "rtl")
    }
}
