import Console
import HTML
import Postgres
import Templates

/// A row of the report, in minor units.
struct FinanceSums: Sendable {
    var label: String
    var payments: Int
    var gross: Int
    var refunded: Int
    var disputed: Int
    var tax: Int
    var net: Int

    init(_ row: Row) throws {
        label = try row.text("label")
        (payments, gross, refunded) = (try row.int("payments"), try row.int("gross"), try row.int("refunded"))
        disputed = try row.int("disputed")
        (tax, net) = (try row.int("tax"), try row.int("net"))
    }

    /// The total of all rows.
    init(_ all: [FinanceSums]) {
        label = ""
        payments = all.reduce(0) { $0 + $1.payments }
        gross = all.reduce(0) { $0 + $1.gross }
        refunded = all.reduce(0) { $0 + $1.refunded }
        disputed = all.reduce(0) { $0 + $1.disputed }
        tax = all.reduce(0) { $0 + $1.tax }
        net = all.reduce(0) { $0 + $1.net }
    }

    private static let figures: [FinanceFigure] = [.payments, .gross, .refunds, .disputes, .tax, .net]

    static func table(_ rows: [FinanceSums], _ question: FinanceQuestion, _ actor: Actor) -> ReportTable? {
        guard !rows.isEmpty else { return nil }
        return ReportTable(
            title: LocalText(Strings.finance_sums), heading: LocalText(question.by.label),
            columns: figures.map { LocalText($0.label) },
            rows: rows.map { row in
                let name = question.by.words(row.label, actor.language)
                return .init(
                    label: name.isEmpty ? "—" : name,
                    cells: row.cells(
                        question, actor.language,
                        // Without the refunds, which the row's own link leads to as well.
                        toPayments: question.by.link(
                            row.label, question.period, question.currency, actor, kind: .payment)),
                    link: question.by.link(row.label, question.period, question.currency, actor))
            }, total: FinanceSums(rows).cells(question, actor.language))
    }

    private func cells(
        _ question: FinanceQuestion, _ language: Language, toPayments: Link? = nil
    ) -> [ReportTable.Cell] {
        func words(_ minor: Int) -> String { Money(minor, question.currency).words(language) }
        let texts = [NumberStyle(language).integer(payments)] + [gross, refunded, disputed, tax, net].map(words)
        return zip(Self.figures, texts).map {
            .init(label: LocalText($0.label), text: $1, link: $0 == .payments ? toPayments : nil)
        }
    }
}

extension FinanceQuestion.By {
    func words(_ label: String, _ language: Language) -> String {
        switch self {
        case .plan: UserWords.plan(label, language)
        case .provider: PaymentWords.provider(label, language)
        case .month: DateStyle(language).month(label)
        case .country: Countries.name(of: label, in: language)
        }
    }

    /// Returns the link to the payments of that row, of one kind or of all; nil for a month, whose days the period contains, and for a row
    /// without a name.
    func link(
        _ label: String, _ period: ReportPeriod, _ currency: Currency, _ actor: Actor, kind: Payment.Kind? = nil
    ) -> Link? {
        guard self != .month, !label.isEmpty else { return nil }
        return actor.link(PaymentList.list.path).with(
            query: [(rawValue, label), ("currency", currency.code), ("test", "no")]
                + (kind.map { [("kind", $0.rawValue)] } ?? [])
                + period.query.map { ($0.name, $0.value) })
    }
}
