import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The report as a file: what its page shows, in whole units of the currency.
struct ExportFinance: ExportedFile {
    static let path = FinanceQuestion.head.path
    static let holds = FileContent.nothingPersonal

    private let asked: FinanceQuestion

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        asked = try FinanceQuestion.answerable(question, in: tx, by: actor)
    }

    var question: [(name: String, value: String)] { asked.query }
    var title: StringKey { Strings.finance_title }

    func columns(_ actor: Actor) -> [SheetColumn] {
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind) -> SheetColumn {
            SheetColumn(id: id, title: LocalText(title).resolve(in: actor.language), kind: kind)
        }
        return [
            column(asked.by.rawValue, asked.by.label, .text), column("currency", Strings.tenant_currency, .text),
            FinanceFigure.payments.column("payments", .integer, actor.language),
            FinanceFigure.gross.column("gross", .decimal, actor.language),
            FinanceFigure.refunds.column("refunds", .decimal, actor.language),
            FinanceFigure.disputes.column("disputes", .decimal, actor.language),
            FinanceFigure.tax.column("tax", .decimal, actor.language),
            FinanceFigure.net.column("net", .decimal, actor.language),
        ]
    }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> ExportForm {
        ExportForm(
            title: Strings.finance_export, menu: ("finance", Strings.finance_title), list: actor.link("finance"),
            count: asked.period.words,
            narrowing: [asked.currency.code, LocalText(asked.by.label).resolve(in: actor.language)],
            everything: Strings.finance_title, lineHint: Strings.list_export_jsonl_hint)
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let currency = asked.currency
        return FileRows(FinanceQueries.rows(asked)) { FinanceSheetRows(currency: currency) }
    }
}

extension FinanceQuestion {
    /// Invalid dates have no file.
    static func answerable(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor) throws
        -> FinanceQuestion
    {
        let question = try FinanceQuestion(query, in: tx, by: actor)
        guard question.isGood else { throw Refusal.notFound }
        return question
    }
}

/// A row of the report in a file: sums as exact decimals.
private struct FinanceSheetRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let currency: Currency

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        let numbers = fields.dropFirst().compactMap { $0 }.filter { $0.count == 8 }.map {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
        guard fields.count == 7, let label = fields[0], numbers.count == 6 else { throw Problem.malformed }
        sheet.text(label)
        sheet.text(currency.code)
        sheet.integer(numbers[0])
        for sum in numbers.dropFirst() { sheet.decimal(minorUnits: sum, places: currency.digits) }
    }
}
