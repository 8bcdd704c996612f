import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// MRR, churn and retention by month, as the report has them for the whole period.
struct ExportRecurring: ExportedFile {
    static let path = "finance/recurring"
    static let recorded = ExportRecord.Actions.ofList(ExportFinance.path)
    static let holds = FileContent.nothingPersonal

    private let asked: FinanceQuestion

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        asked = try FinanceQuestion.answerable(question, in: tx, by: actor)
    }

    var question: [(name: String, value: String)] { asked.query }
    var name: String { "recurring" }
    var title: StringKey { Strings.finance_recurring }

    func columns(_ actor: Actor) -> [SheetColumn] {
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind) -> SheetColumn {
            SheetColumn(id: id, title: LocalText(title).resolve(in: actor.language), kind: kind)
        }
        return [
            column("month", Strings.finance_month, .text), column("currency", Strings.tenant_currency, .text),
        ]
            + Self.figures.map { id, figure, kind in figure.column(id, kind, actor.language) }
    }

    /// MRR at the start, its changes, MRR at the end; then the paying, new and churned subscriptions.
    private static let figures: [(String, FinanceFigure, SheetColumn.Kind)] = [
        ("mrr_start", .mrrStart, .decimal), ("mrr_new", .new, .decimal), ("mrr_renewed", .renewed, .decimal),
        ("mrr_expansion", .expansion, .decimal), ("mrr_contraction", .contraction, .decimal),
        ("mrr_churned", .churned, .decimal), ("mrr_refunded", .refunded, .decimal), ("mrr_other", .other, .decimal),
        ("mrr_end", .mrrEnd, .decimal),
        ("subscriptions_start", .held, .integer), ("new", .began, .integer), ("churned", .ended, .integer),
        ("churned_of_start", .churnedOfStart, .integer), ("churn_rate", .churnRate, .decimal),
        ("retention_rate", .retention, .decimal),
    ]

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> ExportForm {
        ExportForm(
            title: Strings.finance_recurring_export, menu: ("finance", Strings.finance_title),
            list: actor.link(Self.path), count: asked.period.words, narrowing: [asked.currency.code],
            everything: Strings.finance_recurring, lineHint: Strings.list_export_jsonl_hint,
            back: actor.link(ExportFinance.path))
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let currency = asked.currency
        return FileRows(FinanceQueries.recurringFile(asked)) { RecurringSheetRows(currency: currency) }
    }
}

/// A month in a file: sums as exact decimals, rates as fractions of one; an empty cell for a rate without
/// subscriptions.
private struct RecurringSheetRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let currency: Currency

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        let numbers = fields.dropFirst().compactMap { $0 }.filter { $0.count == 8 }.map {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
        guard fields.count == 14, let label = fields[0], numbers.count == 13 else { throw Problem.malformed }
        sheet.text(label)
        sheet.text(currency.code)
        for sum in numbers.prefix(9) { sheet.decimal(minorUnits: sum, places: currency.digits) }
        for count in numbers.dropFirst(9) { sheet.integer(count) }
        let churn = Recurring.churnRate(Int(numbers[12]), of: Int(numbers[9]))
        for rate in [churn, churn.map { 10_000 - $0 }] {
            if let rate { sheet.decimal(minorUnits: Int64(rate), places: 4) } else { sheet.empty() }
        }
    }
}
