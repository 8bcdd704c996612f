import Console
import HTML
import Postgres
import Templates

/// Recurring revenue, by the definitions in deploy/decisions/recurring-revenue.md.
struct Recurring: Sendable {
    /// Of the month; empty for a period of any days.
    var label: String
    /// In a year, in minor units.
    var before: Int
    var after: Int
    /// Subscriptions that were paid for when the period began, that began in it and that ended in it.
    var held: Int
    var began: Int
    var ended: Int
    /// Of those of the start, how many ended.
    var churned: Int

    init(_ row: Row) throws {
        label = try row.text("label")
        (before, after) = (try row.int("before"), try row.int("after"))
        (held, began, ended) = (try row.int("held"), try row.int("began"), try row.int("ended"))
        churned = try row.int("churned")
    }

    /// In ten thousandths; nil when nobody paid at the start.
    static func churnRate(_ churned: Int, of held: Int) -> Int? {
        held > 0 ? (churned * 20_000 + held) / (held * 2) : nil
    }

    func percent(_ part: Int, _ language: Language) -> String {
        Self.share(part, of: held, language)
    }

    static func share(_ part: Int, of whole: Int, _ language: Language) -> String {
        whole > 0 ? NumberStyle(language).percent(Double(part) / Double(whole), places: 1) : "—"
    }

    private static let figures: [FinanceFigure] = [
        .mrrStart, .mrrEnd, .held, .began, .ended, .churnedOfStart, .churnRate, .retention,
    ]

    /// Churn per month, and who came and went.
    static func table(_ months: [Recurring], _ period: ReportPeriod, _ currency: Currency, _ actor: Actor)
        -> ReportTable
    {
        let language = actor.language
        var table = ReportTable(
            title: LocalText(Strings.finance_recurring), heading: LocalText(Strings.finance_month),
            columns: figures.map { LocalText($0.label) },
            rows: months.enumerated().reversed().map { at, month in
                let isOpen = at == months.count - 1 && period.endsWithin(.month)
                let name = DateStyle(language).month(month.label)
                let so = Strings.finance_so_far(month: name).resolve(in: language)
                return .init(label: isOpen ? so : name, cells: month.cells(currency, language))
            }, total: [], isWide: true)
        table.about = [LocalText(Strings.finance_churn_about)]
        return table
    }

    private func cells(_ currency: Currency, _ language: Language) -> [ReportTable.Cell] {
        let number = NumberStyle(language)
        let texts = [
            Money(before, currency).ofAMonth.words(language), Money(after, currency).ofAMonth.words(language),
            number.integer(held), number.integer(began), number.integer(ended), number.integer(churned),
            percent(churned, language), percent(held - churned, language),
        ]
        return zip(Self.figures, texts).map { .init(label: LocalText($0.label), text: $1) }
    }

    /// MRR at the end of each month.
    static func chart(_ months: [Recurring], _ period: ReportPeriod, _ currency: Currency, _ language: Language)
        -> Chart?
    {
        // Of a month, so that its axis has round sums.
        func monthly(_ yearly: Int) -> Int { Money(yearly, currency).ofAMonth.minor }
        func words(_ minor: Int) -> String { Money(minor, currency).words(language) }
        return Chart(
            .bars,
            summary: Strings.finance_mrr_summary(
                before: words(monthly(months.first?.before ?? 0)), after: words(monthly(months.last?.after ?? 0))),
            heading: LocalText(Strings.finance_month),
            places: months.map { ReportUnit.month.place($0.label, language) },
            series: [Chart.Series(LocalText(Strings.finance_mrr_after), months.map { monthly($0.after) })],
            isPartial: period.endsWithin(.month), write: words,
            onAxis: { NumberStyle(language).fixed($0, places: currency.digits) })
    }
}
