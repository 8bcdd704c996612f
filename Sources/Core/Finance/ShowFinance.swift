import Console
import HTML
import Postgres
import Templates
import Web

/// Charges and refunds in any period compared with another one, recurring revenue, and the causes of the difference.
struct ShowFinance: Viewing {
    let query: Query

    init(_ request: WebRequest) throws { query = request.query }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let question = try FinanceQuestion(query, in: tx, by: actor)
        let known = try tx.first(FinanceQueries.currencies)?.texts("values") ?? []
        let here = actor.link("finance")
        let hasFigures = question.isGood && question.period.notBegun == nil
        let figures = hasFigures ? try FinanceFigures(question, actor).read(in: tx) : FinancePage.Figures()
        func file(_ path: String) -> Link? {
            hasFigures ? actor.link(path).with(query: question.query.map { ($0.name, $0.value) }) : nil
        }
        var page = FinancePage(
            frame: actor.frame(LocalText(Strings.finance_title), services, current: "finance"), action: here,
            question: asked(question, known, here, actor), export: figures.sums.isEmpty ? nil : file("finance/export"),
            recurringExport: file("\(ExportRecurring.path)/export"),
            mail: question.isGood ? FinanceQuestion.mailLink(question.query, actor, services) : nil,
            figures: figures, terms: hasFigures ? FinanceFigure.allCases.map(\.term) : [])
        page.notBegun = question.period.notBegun.map { Strings.finance_not_begun(day: Formatted.date($0)) }
        return page
    }

    private func asked(_ question: FinanceQuestion, _ known: [String], _ here: Link, _ actor: Actor)
        -> FinancePage.Question
    {
        let language = actor.language
        return FinancePage.Question(
            from: question.period.fromField, until: question.period.untilField,
            compare: Choice(
                "compare", label: LocalText(Strings.reports_compare),
                options: ReportPeriod.Comparison.allCases.map {
                    .init(
                        value: $0.rawValue, label: LocalText($0.label).resolve(in: language),
                        isSelected: $0 == question.comparison)
                }),
            by: Choice(
                "by", label: LocalText(Strings.finance_by),
                options: FinanceQuestion.By.allCases.map {
                    .init(
                        value: $0.rawValue, label: LocalText($0.label).resolve(in: language),
                        isSelected: $0 == question.by)
                }),
            currency: Choice(
                "currency", label: LocalText(Strings.tenant_currency),
                options: Set(known + [actor.tenant.currency, question.currency.code]).sorted().map {
                    .init(value: $0, label: $0, isSelected: $0 == question.currency.code)
                }),
            presets: presets(question, here),
            requested: question.isGood
                ? [question.period.words.resolve(in: language), question.currency.code].joined(in: language) : nil,
            against: question.period.notBegun != nil
                ? nil : question.before.map { Strings.finance_against(period: $0.words) })
    }

    /// Common periods, in the selected currency.
    private func presets(_ question: FinanceQuestion, _ here: Link) -> [FinancePage.Preset] {
        let rest = [("by", question.by.rawValue), ("currency", question.currency.code)]
        func preset(_ label: StringKey, _ period: ReportPeriod, _ comparison: ReportPeriod.Comparison)
            -> FinancePage.Preset
        {
            FinancePage.Preset(
                label,
                here.with(
                    query: period.query.map { ($0.name, $0.value) } + [("compare", comparison.rawValue)] + rest),
                isCurrent: period.from == question.period.from && period.until == question.period.until)
        }
        let today = question.period.today
        return [
            preset(Strings.finance_this_month, today.monthSoFar, .month),
            preset(Strings.finance_last_month, today.lastMonth, .month),
            preset(Strings.finance_last_quarter, today.lastDays(90), .previous),
            preset(Strings.finance_last_year, today.lastMonths(12), .year),
        ]
    }
}
