import Console
import HTML
import Postgres
import Templates

/// The figures of the page. Statements that don't depend on each other share a round trip.
struct FinanceFigures {
    private let question: FinanceQuestion
    private let actor: Actor
    private let months: ReportPeriod

    init(_ question: FinanceQuestion, _ actor: Actor) {
        (self.question, self.actor) = (question, actor)
        months = question.period.untilToday.lastMonths(PlanCohorts.most)
    }

    private var currency: Currency { question.currency }
    private var language: Language { actor.language }

    func read(in tx: borrowing TenantTransaction) throws -> FinancePage.Figures {
        let before = question.before
        let periods = [question.period] + (before.map { [$0] } ?? [])
        let unit = question.period.unit
        let rows = try tx.send(FinanceQueries.rows(question))
        let totals = try periods.map { try tx.send(FinanceQueries.totals($0, currency)) }
        let recurring = try periods.map { try tx.send(FinanceQueries.recurring($0.untilToday, currency)) }
        let moves = try periods.map { try tx.send(FinanceQueries.moves($0.untilToday, currency)) }
        let along = try periods.map { try tx.send(FinanceQueries.along(unit, $0, currency)) }
        let byMonth = try tx.send(FinanceQueries.recurringByMonth(months, currency))
        let cohorts = try tx.send(FinanceQueries.cohorts(months, currency, most: PlanCohorts.most))
        let differences = try before.map { try tx.send(FinanceQueries.differences(question, from: $0)) }

        var figures = FinancePage.Figures()
        let lines = try rows.rows().map { try FinanceSums($0) }
        let sums = try totals.map { try $0.rows().first.map { try FinanceSums($0) } ?? FinanceSums([]) }
        let revenue = try recurring.compactMap { try $0.rows().first.map { try Recurring($0) } }
        let sides = try zip(periods, zip(revenue, moves)).map { period, rest in
            try RevenueBridge.Side(period, rest.0, rest.1.rows())
        }
        let places = try along.map { try $0.rows().map { try ReportLine($0) } }
        let monthly = try byMonth.rows().map { try Recurring($0) }
        figures.cohorts = try PlanCohorts.made(cohorts.rows(), months, currency, actor)
        if let before, let differences {
            figures.why = try RevenueDifference(differences.rows(), question, from: before, actor).tables
        }
        figures.sums = FinanceSums.table(lines, question, actor).map { [$0] } ?? []
        guard let now = sides.first else { return figures }
        let bridge = RevenueBridge(
            now: now, before: sides.count > 1 ? sides[1] : nil, currency: currency, actor: actor)
        figures.recurring = [
            bridge.mrr, Recurring.table(monthly, months, currency, actor), bridge.attempts, bridge.trials,
        ]
        figures.numbers = numbers(sums, sides)
        figures.chart = chart(places, unit)
        figures.mrr = Recurring.chart(monthly, months, currency, language)
        return figures
    }

    // MARK: At a glance

    private func numbers(_ sums: [FinanceSums], _ sides: [RevenueBridge.Side]) -> [Number] {
        let number = NumberStyle(language)
        func money(_ figure: FinanceFigure, _ values: [Int], isGood: Bool = true) -> Number {
            self.number(figure, values, isGood: isGood) { Money($0, currency).words(language) }
        }
        let held = sides.map(\.recurring)
        var rate = Number(FinanceFigure.churnRate.label, held.first?.percent(held.first?.churned ?? 0, language) ?? "—")
        rate.meaning = LocalText(FinanceFigure.churnRate.meaning)
        if held.count > 1 {
            let (now, then) = (rate.value, held[1].percent(held[1].churned, language))
            rate.change =
                now == then
                ? LocalText(Strings.finance_as_before)
                : held[0].churned * held[1].held > held[1].churned * held[0].held
                    ? Strings.finance_rate_up(value: then) : Strings.finance_rate_down(value: then)
        }
        var numbers = [
            money(.net, sums.map(\.net)), money(.gross, sums.map(\.gross)),
            money(.refunds, sums.map(\.refunded), isGood: false),
            money(.mrrEnd, held.map { Money($0.after, currency).ofAMonth.minor }),
            self.number(.began, held.map(\.began), write: number.integer),
            self.number(.ended, held.map(\.ended), isGood: false, write: number.integer), rate,
        ]
        // Most shops have none.
        if sums.contains(where: { $0.disputed != 0 }) {
            numbers.insert(money(.disputes, sums.map(\.disputed), isGood: false), at: 3)
        }
        return numbers
    }

    /// A figure compared with the earlier value. `isGood`: a higher value is better.
    private func number(
        _ figure: FinanceFigure, _ values: [Int], isGood: Bool = true, write: (Int) -> String
    ) -> Number {
        let now = values.first ?? 0
        var made = Number(figure.label, write(now))
        made.meaning = LocalText(figure.meaning)
        guard values.count > 1 else { return made }
        let then = values[1]
        made.change = change(from: then, to: now, write)
        (made.isUp, made.isDown) = (now > then, now < then)
        made.isBad = now != then && (now > then) != isGood
        return made
    }

    /// “12.0% more than before (980.00 EUR)”. It gives the difference instead if a percentage is meaningless: the
    /// earlier value was negative, or the percentage would be shown as zero.
    private func change(from then: Int, to now: Int, _ write: (Int) -> String) -> LocalText {
        if now == then { return LocalText(Strings.finance_as_before) }
        if then == 0 { return LocalText(Strings.finance_none_before) }
        let share = then > 0 ? Double(abs(now - then)) / Double(then) : 0
        let difference = share < 0.0005 ? write(abs(now - then)) : NumberStyle(language).percent(share, places: 1)
        return now > then
            ? Strings.finance_more(difference: difference, value: write(then))
            : Strings.finance_less(difference: difference, value: write(then))
    }

    private func chart(_ sides: [[ReportLine]], _ unit: ReportUnit) -> Chart? {
        guard let lines = sides.first else { return nil }
        func words(_ at: Int) -> String {
            Money(lines.reduce(0) { $0 + $1.values[at] }, currency).words(language)
        }
        let begun = lines.prefix(question.period.begun(unit))
        var series = [Chart.Series(LocalText(Strings.finance_gross), begun.map { $0.values[0] })]
        // The chart compares day with day: if the periods differ in length, the second line is left out.
        if sides.count > 1, sides[1].count == lines.count {
            series.append(
                Chart.Series(
                    LocalText(Strings.finance_gross_then), sides[1].prefix(begun.count).map { $0.values[0] },
                    tone: .other))
        }
        series.append(Chart.Series(LocalText(Strings.finance_refunds), begun.map { $0.values[1] }, tone: .faults))
        return Chart(
            unit == .day ? .lines : .bars, summary: Strings.finance_summary(gross: words(0), refunded: words(1)),
            heading: LocalText(unit.heading), places: begun.map { unit.place($0.label, language) }, series: series,
            isPartial: question.period.endsWithin(unit), write: { Money($0, currency).words(language) },
            onAxis: { NumberStyle(language).fixed($0, places: currency.digits) })
    }
}
