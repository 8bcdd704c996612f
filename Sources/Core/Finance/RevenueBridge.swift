import Console
import HTML
import Postgres
import Templates

/// The subscription moves of a period and of the one it is compared with: how MRR got from its start to its end, which
/// payments failed and were recovered, which trials became paid. Each figure links to its users.
struct RevenueBridge {
    struct Sum {
        /// In minor units: for a year, and for one period.
        var yearly = 0
        var price = 0
        var subscriptions = 0
    }

    struct Side {
        var period: ReportPeriod
        var recurring: Recurring
        private var sums: [String: Sum] = [:]

        init(_ period: ReportPeriod, _ recurring: Recurring, _ rows: Rows) throws {
            (self.period, self.recurring) = (period, recurring)
            for row in rows {
                sums[try row.text("kind")] = Sum(
                    yearly: try row.int("yearly"), price: try row.int("price"),
                    subscriptions: try row.int("subscriptions"))
            }
        }

        subscript(_ move: SubscriptionMove) -> Sum { sums[move.rawValue] ?? Sum() }

        /// The part of the daily sums that no move explains: prices that changed before moves were recorded.
        var untold: Int {
            recurring.after - recurring.before - SubscriptionMove.ofRevenue.reduce(0) { $0 + self[$1].yearly }
        }
    }

    let now: Side
    let before: Side?
    let currency: Currency
    let actor: Actor

    private var language: Language { actor.language }
    private func money(_ minor: Int) -> String { Money(minor, currency).words(language) }
    private func monthly(_ yearly: Int) -> String { Money(yearly, currency).ofAMonth.words(language) }

    private func columns(_ first: [StringKey]) -> [LocalText] {
        (first + (before == nil ? [] : [Strings.finance_then, Strings.finance_difference])).map { LocalText($0) }
    }

    // MARK: MRR

    var mrr: ReportTable {
        let labels = columns([Strings.finance_mrr_change, Strings.subscribers_title])
        func line(_ figure: FinanceFigure, _ count: Int?, link: Link?, isSum: Bool = false, _ yearly: (Side) -> Int)
            -> ReportTable.Line
        {
            let (here, there) = (yearly(now), before.map(yearly))
            var texts = [monthly(here), count.map { NumberStyle(language).integer($0) } ?? ""]
            if let there { texts += [monthly(there), monthly(here - there)] }
            return .init(
                figure.term,
                cells: zip(labels, texts).enumerated().map { at, one in
                    .init(label: one.0, text: one.1, link: at == 1 && count != 0 ? link : nil)
                }, isSum: isSum)
        }
        var lines = [line(.mrrStart, now.recurring.held, link: nil, isSum: true) { $0.recurring.before }]
        for move in SubscriptionMove.ofRevenue {
            let isSilent = move == .moved && now[move].yearly == 0 && (before.map { $0[move].yearly == 0 } ?? true)
            if isSilent { continue }
            lines.append(
                line(
                    move.figure, now[move].subscriptions,
                    link: MoveList.link(move, now.period, currency, actor)
                ) { $0[move].yearly })
        }
        if now.untold != 0 || (before?.untold ?? 0) != 0 {
            var other = line(.moved, nil, link: nil) { $0.untold }
            other.term = Term(LocalText(Strings.finance_untold), LocalText(Strings.finance_means_untold))
            lines.append(other)
        }
        let held = now.recurring.held + now.recurring.began - now.recurring.ended
        lines.append(line(.mrrEnd, held, link: nil, isSum: true) { $0.recurring.after })
        var table = ReportTable(
            title: LocalText(Strings.finance_bridge), heading: LocalText(Strings.finance_change), columns: labels,
            rows: lines, total: [])
        table.about = [LocalText(Strings.finance_bridge_about)]
        return table
    }

    // MARK: Failed payments, and trials

    var attempts: ReportTable {
        counted(
            Strings.finance_attempts, about: Strings.finance_attempts_about, [.failed, .recovered, .lost],
            rate: .recoveryRate, of: (.recovered, .lost))
    }

    var trials: ReportTable {
        counted(
            Strings.finance_trials_title, about: Strings.finance_trials_about, [.trial, .converted, .lapsed],
            rate: .conversionRate, of: (.converted, .lapsed))
    }

    /// The number and sum of each move, and the share of the ends that ended well.
    private func counted(
        _ title: StringKey, about: StringKey, _ moves: [SubscriptionMove], rate: FinanceFigure,
        of ends: (good: SubscriptionMove, bad: SubscriptionMove)
    ) -> ReportTable {
        let labels = columns([Strings.subscribers_title, Strings.payment_amount])
        let number = NumberStyle(language)
        var lines = moves.map { move in
            var texts = [number.integer(now[move].subscriptions), money(now[move].price)]
            if let before {
                texts += [
                    number.integer(before[move].subscriptions),
                    number.integer(now[move].subscriptions - before[move].subscriptions),
                ]
            }
            let link = now[move].subscriptions == 0 ? nil : MoveList.link(move, now.period, currency, actor)
            return ReportTable.Line(
                move.figure.term,
                cells: zip(labels, texts).enumerated().map { at, one in
                    .init(label: one.0, text: one.1, link: at == 0 ? link : nil)
                })
        }
        func share(_ side: Side) -> String {
            let (good, bad) = (side[ends.good].subscriptions, side[ends.bad].subscriptions)
            return Recurring.share(good, of: good + bad, language)
        }
        let texts = [share(now), ""] + (before.map { [share($0), ""] } ?? [])
        lines.append(
            .init(rate.term, cells: zip(labels, texts).map { .init(label: $0, text: $1) }, isSum: true))
        var table = ReportTable(
            title: LocalText(title), heading: LocalText(Strings.finance_change), columns: labels, rows: lines, total: []
        )
        table.about = [LocalText(about)]
        return table
    }
}
