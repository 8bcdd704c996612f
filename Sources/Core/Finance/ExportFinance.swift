import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Asks for the format of the report's file and the reason.
struct ShowFinanceExport: Viewing {
    let query: Query

    init(_ request: WebRequest) throws { query = request.query }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try page(error: nil, in: tx, by: actor, services)
    }

    func page(error: LocalText?, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> ExportPage
    {
        let question = try FinanceQuestion(query, in: tx, by: actor)
        guard question.isGood else { throw Refusal.notFound }
        return ExportForm(
            title: Strings.finance_export, menu: ("finance", Strings.finance_title), list: actor.link("finance"),
            count: question.period.words,
            narrowing: [question.currency.code, LocalText(question.by.label).resolve(in: actor.language)],
            everything: Strings.finance_title,
            lineHint: Strings.list_export_jsonl_hint, query: question.query
        ).page(error: error, actor, services)
    }
}

/// The report as a file: what its page shows, in whole units of the currency.
struct ExportFinance: Downloading {
    private let export: ExportRequest
    private let form: ShowFinanceExport

    init(_ request: WebRequest) throws {
        export = try ExportRequest(request)
        form = try ShowFinanceExport(request)
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let question = try FinanceQuestion(form.query, in: tx, by: actor)
        guard question.isGood else { throw Refusal.notFound }
        if export.lacksReason {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind) -> SheetColumn {
            SheetColumn(id: id, title: LocalText(title).resolve(in: actor.language), kind: kind)
        }
        let currency = question.currency
        var download = Download(
            record: ExportRecord(
                (.listExported, .listExportFinished, .listExportBrokenOff), on: .list, export, list: "finance",
                filter: question.query),
            name: "\(actor.tenant.slug)-finance.\(export.format.rawValue)", format: export.format,
            columns: [
                column(question.by.rawValue, question.by.label, .text),
                column("currency", Strings.tenant_currency, .text),
                column("payments", Strings.payments_title, .integer), column("gross", Strings.finance_gross, .decimal),
                column("refunds", Strings.finance_refunds, .decimal), column("tax", Strings.payment_tax, .decimal),
                column("net", Strings.finance_net, .decimal),
            ],
            select: FinanceQueries.rows(question),
            sheetName: LocalText(Strings.finance_title).resolve(in: actor.language),
            isRightToLeft: actor.language.direction == "rtl")
        download.rows = { FinanceSheetRows(currency: currency) }
        return download
    }
}

/// A line of the report in a file: sums as exact decimals.
private struct FinanceSheetRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let currency: Currency

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        let numbers = fields.dropFirst().compactMap { $0 }.filter { $0.count == 8 }.map {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
        guard fields.count == 6, let label = fields[0], numbers.count == 5 else { throw Problem.malformed }
        sheet.text(label)
        sheet.text(currency.code)
        sheet.integer(numbers[0])
        for sum in numbers.dropFirst() { sheet.decimal(minorUnits: sum, places: currency.digits) }
    }
}
