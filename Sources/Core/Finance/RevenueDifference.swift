import Console
import HTML
import Postgres
import Templates

/// Why revenue rose or fell: the revenue of each plan, country and provider in both periods, those with the greatest
/// difference first. Each row links to its payments.
struct RevenueDifference {
    private struct Part {
        var by: FinanceQuestion.By
        var label: String
        var net: Int
        var before: Int
        var payments: Int
        var paymentsBefore: Int

        init?(_ row: Row) throws {
            guard let by = FinanceQuestion.By(rawValue: try row.text("by")) else { return nil }
            (self.by, label) = (by, try row.text("label"))
            (net, before) = (try row.int("net"), try row.int("net_before"))
            (payments, paymentsBefore) = (try row.int("payments"), try row.int("payments_before"))
        }

        var difference: Int { net - before }
    }

    /// The parts of one table that have a row of their own; the others share one.
    private static let most = 6

    private let parts: [Part]
    private let question: FinanceQuestion
    private let before: ReportPeriod
    private let actor: Actor

    init(_ rows: Rows, _ question: FinanceQuestion, from before: ReportPeriod, _ actor: Actor) throws {
        parts = try rows.compactMap { try Part($0) }
        (self.question, self.before, self.actor) = (question, before, actor)
    }

    private var language: Language { actor.language }
    private func money(_ minor: Int) -> String { Money(minor, question.currency).words(language) }

    var tables: [ReportTable] {
        let made = [FinanceQuestion.By.plan, .country, .provider].compactMap(table)
        guard !made.isEmpty else { return [] }
        var first = made
        first[0].about = [sentence]
        return first
    }

    /// “Net revenue fell by 120.00 EUR, from 1,000.00 EUR to 880.00 EUR. What fell most: Premium (−90.00 EUR).”
    private var sentence: LocalText {
        let plans = parts.filter { $0.by == .plan }
        let (net, old) = (plans.reduce(0) { $0 + $1.net }, plans.reduce(0) { $0 + $1.before })
        let most = parts.filter { ($0.difference < 0) == (net < old) && $0.difference != 0 }
            .max { abs($0.difference) < abs($1.difference) }
        guard net != old, let most else { return LocalText(Strings.finance_why_same) }
        let name = most.by.words(most.label, language)
        let part = name.isEmpty ? "—" : name
        return net < old
            ? Strings.finance_why_fell(
                sum: money(old - net), before: money(old), after: money(net), part: part,
                difference: money(most.difference))
            : Strings.finance_why_rose(
                sum: money(net - old), before: money(old), after: money(net), part: part,
                difference: money(most.difference))
    }

    private func table(_ by: FinanceQuestion.By) -> ReportTable? {
        let rows = parts.filter { $0.by == by }
        guard !rows.isEmpty else { return nil }
        let labels = [
            Strings.finance_difference, Strings.finance_net, Strings.finance_then, Strings.payments_title,
            Strings.finance_payments_then,
        ].map { LocalText($0) }
        let number = NumberStyle(language)
        func texts(_ parts: some Collection<Part>) -> [String] {
            [
                money(parts.reduce(0) { $0 + $1.difference }), money(parts.reduce(0) { $0 + $1.net }),
                money(parts.reduce(0) { $0 + $1.before }), number.integer(parts.reduce(0) { $0 + $1.payments }),
                number.integer(parts.reduce(0) { $0 + $1.paymentsBefore }),
            ]
        }
        // A row of its own for one would say less than its name.
        let named = rows.count <= Self.most + 1 ? rows[...] : rows.prefix(Self.most)
        let others = rows.dropFirst(named.count)
        let last = ReportTable.Line(
            label: Strings.finance_others(count: others.count).resolve(in: language),
            cells: zip(labels, texts(others)).map { .init(label: $0.0, text: $0.1) })
        return ReportTable(
            title: by == .plan
                ? LocalText(Strings.finance_why) : Strings.finance_why_by(part: LocalText(by.label)),
            heading: LocalText(by.label), columns: labels,
            rows: named.map { part in
                let name = by.words(part.label, language)
                let link = by.link(part.label, question.period, question.currency, actor)
                let then = by.link(part.label, before, question.currency, actor)
                return .init(
                    label: name.isEmpty ? "—" : name,
                    cells: zip(labels, texts(CollectionOfOne(part))).enumerated().map { at, one in
                        .init(label: one.0, text: one.1, link: at == 3 ? link : at == 4 ? then : nil)
                    }, link: link)
            } + (others.isEmpty ? [] : [last]), total: [])
    }
}
