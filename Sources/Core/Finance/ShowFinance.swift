import Console
import HTML
import Postgres
import Templates
import Web

/// What was charged and refunded in any period, and its recurring revenue.
struct ShowFinance: Viewing {
    let query: Query

    init(_ request: WebRequest) throws { query = request.query }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let question = try FinanceQuestion(query, in: tx, by: actor)
        let language = actor.language
        let known = try tx.first(FinanceQueries.currencies)?.texts("values") ?? []
        let rows = question.isGood ? try tx.rows(FinanceQueries.rows(question)).map { try FinanceSums($0) } : []
        let recurring =
            question.isGood ? try tx.first(FinanceQueries.recurring(question)).map { try Recurring($0) } : nil
        let here = actor.link("finance")
        return FinancePage(
            frame: actor.frame(LocalText(Strings.finance_title), services, current: "finance"), action: here,
            requested: question.isGood
                ? "\(question.period.words.resolve(in: language)) · \(question.currency.code)" : nil,
            from: question.period.fromField, until: question.period.untilField,
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
            export: question.isGood && !rows.isEmpty
                ? ("\(here)/export" as Link).with(query: question.query.map { ($0.name, $0.value) }) : nil,
            recurringExport: question.isGood
                ? ("\(here)/recurring/export" as Link).with(query: question.query.map { ($0.name, $0.value) }) : nil,
            mail: question.isGood ? FinanceQuestion.mailLink(question.query, actor, services) : nil,
            chart: question.isGood && !rows.isEmpty ? try chart(question, in: tx, language) : nil,
            facts: recurring.map { $0.facts(question.currency, language) } ?? [], heading: LocalText(question.by.label),
            rows: rows.map { $0.row(question, language) },
            total: rows.isEmpty ? nil : FinanceSums(rows).row(question, language))
    }

    private func chart(_ question: FinanceQuestion, in tx: borrowing TenantTransaction, _ language: Language) throws
        -> Chart?
    {
        let unit = question.period.unit
        let lines = try tx.rows(FinanceQueries.along(unit, question)).map { try ReportLine($0) }
        func sum(_ at: Int) -> String {
            Money(lines.reduce(0) { $0 + $1.values[at] }, question.currency).words(language)
        }
        return Chart(
            unit == .day ? .lines : .bars, summary: Strings.finance_summary(gross: sum(0), refunded: sum(1)),
            heading: LocalText(unit.heading),
            places: lines.map { unit.place($0.label, language) },
            series: [
                Chart.Series(LocalText(Strings.finance_gross), lines.map { $0.values[0] }),
                Chart.Series(LocalText(Strings.finance_refunds), lines.map { $0.values[1] }, tone: .faults),
            ],
            write: { Money($0, question.currency).words(language) },
            onAxis: { NumberStyle(language).fixed($0, places: question.currency.digits) })
    }
}

/// A line of the report, in minor units.
struct FinanceSums: Sendable {
    var label: String
    var payments: Int
    var gross: Int
    var refunded: Int
    var tax: Int
    var net: Int

    init(_ row: Row) throws {
        label = try row.text("label")
        (payments, gross, refunded) = (try row.int("payments"), try row.int("gross"), try row.int("refunded"))
        (tax, net) = (try row.int("tax"), try row.int("net"))
    }

    /// All of them together.
    init(_ all: [FinanceSums]) {
        label = ""
        payments = all.reduce(0) { $0 + $1.payments }
        gross = all.reduce(0) { $0 + $1.gross }
        refunded = all.reduce(0) { $0 + $1.refunded }
        tax = all.reduce(0) { $0 + $1.tax }
        net = all.reduce(0) { $0 + $1.net }
    }

    func row(_ question: FinanceQuestion, _ language: Language) -> FinancePage.Line {
        func words(_ minor: Int) -> String { Money(minor, question.currency).words(language) }
        let name =
            switch question.by {
            case .plan: UserWords.plan(label, language)
            case .provider: PaymentWords.provider(label, language)
            case .month: DateStyle(language).month(label)
            case .country: label
            }
        return .init(
            label: name.isEmpty ? "—" : name, payments: NumberStyle(language).integer(payments), gross: words(gross),
            refunded: words(refunded), tax: words(tax), net: words(net))
    }
}

/// Recurring revenue, by the definitions in deploy/decisions/recurring-revenue.md.
struct Recurring: Sendable {
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
        (before, after) = (try row.int("before"), try row.int("after"))
        (held, began, ended) = (try row.int("held"), try row.int("began"), try row.int("ended"))
        churned = try row.int("churned")
    }

    /// In ten thousandths; nil when nobody paid at the start.
    static func churnRate(_ churned: Int, of held: Int) -> Int? {
        held > 0 ? (churned * 20_000 + held) / (held * 2) : nil
    }

    func facts(_ currency: Currency, _ language: Language) -> [Fact] {
        let number = NumberStyle(language)
        func percent(_ part: Int) -> String { held > 0 ? number.percent(Double(part) / Double(held), places: 1) : "—" }
        return [
            Fact(LocalText(Strings.finance_mrr_before), Money(before, currency).ofAMonth.words(language)),
            Fact(LocalText(Strings.finance_mrr_after), Money(after, currency).ofAMonth.words(language)),
            Fact(LocalText(Strings.finance_held), number.integer(held)),
            Fact(LocalText(Strings.finance_began), number.integer(began)),
            Fact(LocalText(Strings.finance_ended), number.integer(ended)),
            Fact(LocalText(Strings.finance_churned_of_start), number.integer(churned)),
            Fact(LocalText(Strings.finance_churn), percent(churned)),
            Fact(LocalText(Strings.finance_retention), percent(held - churned)),
        ]
    }
}
