import Console
import Postgres

/// All SQL of the finance report. It reads daily sums and subscription moves, which triggers maintain, and never the
/// payments. Row-level security adds the tenant.
enum FinanceQueries {
    /// The currencies in which the tenant received payments.
    static let currencies = DistinctValues.of("payment_days.currency", in: "payment_days", most: 250)

    static let currencyChoices = choices(currencies)
    static let moveCurrencies = choices(
        DistinctValues.of("subscription_moves.currency", in: "subscription_moves", most: 250))
    private static func choices(_ values: SQL) -> SQL {
        """
        select one.value, one.value as words from (\(values)) as known cross join lateral unnest(known.values) as one (value)
        """
    }

    /// Gross without refunds, disputes and tax.
    private static let net: SQL = """
        sum(payment_days.gross - payment_days.refunded - payment_days.disputed
            - payment_days.gross_tax + payment_days.refunded_tax + payment_days.disputed_tax)
        """

    /// In minor units.
    private static let sums: SQL = """
        coalesce(sum(payment_days.payments), 0)::bigint as payments, coalesce(sum(payment_days.gross), 0)::bigint as gross,
        coalesce(sum(payment_days.refunded), 0)::bigint as refunded,
        coalesce(sum(payment_days.disputed), 0)::bigint as disputed,
        coalesce(sum(payment_days.gross_tax - payment_days.refunded_tax - payment_days.disputed_tax), 0)::bigint as tax,
        coalesce(\(net), 0)::bigint as net
        """

    private static func requested(_ question: FinanceQuestion) -> SQL { paid(in: question.period, question.currency) }

    private static func paid(in period: ReportPeriod, _ currency: Currency) -> SQL {
        """
        payment_days.currency = \(currency.code) and payment_days.day >= \(period.from)::date
            and payment_days.day <= \(period.until)::date
        """
    }

    static func rows(_ question: FinanceQuestion) -> SQL {
        """
        select \(question.label) as label, \(sums) from payment_days where \(requested(question)) group by 1 order by \(question.by.order)
        """
    }

    /// Returns one row.
    static func totals(_ period: ReportPeriod, _ currency: Currency) -> SQL {
        "select '' as label, \(sums) from payment_days where \(paid(in: period, currency))"
    }

    /// Net revenue of each plan, country and provider in both periods, those with the greatest difference first.
    static func differences(_ question: FinanceQuestion, from before: ReportPeriod) -> SQL {
        func side(_ period: ReportPeriod, isBefore: SQL) -> SQL {
            """
            select payment_days.plan, payment_days.country, payment_days.provider, \(isBefore) as is_before,
                \(net) as net,
                sum(payment_days.payments) as payments
            from payment_days where \(paid(in: period, question.currency)) group by 1, 2, 3
            """
        }
        return """
            select part.by, part.label, coalesce(sum(paid.net) filter (where not paid.is_before), 0)::bigint as net,
                coalesce(sum(paid.net) filter (where paid.is_before), 0)::bigint as net_before,
                coalesce(sum(paid.payments) filter (where not paid.is_before), 0)::bigint as payments,
                coalesce(sum(paid.payments) filter (where paid.is_before), 0)::bigint as payments_before
            from (\(side(question.period, isBefore: "false")) union all \(side(before, isBefore: "true"))) as paid
            cross join lateral (values ('plan', paid.plan), ('country', paid.country), ('provider', paid.provider)) as part (by, label)
            group by 1, 2 order by 1, abs(coalesce(sum(paid.net) filter (where not paid.is_before), 0)
                - coalesce(sum(paid.net) filter (where paid.is_before), 0)) desc, 2
            """
    }

    /// Charges and refunds by day or month, including those without any.
    static func along(_ unit: ReportUnit, _ period: ReportPeriod, _ currency: Currency) -> SQL {
        """
        with \(period.spans(unit)), paid as (
            select width_bucket(payment_days.day::timestamp, (select array_agg(spans.day order by spans.day) from spans)) as number,
                sum(payment_days.gross)::bigint as gross,
                sum(payment_days.refunded)::bigint as refunded
            from payment_days where \(paid(in: period, currency)) group by 1
        )
        select spans.label, array[coalesce(paid.gross, 0), coalesce(paid.refunded, 0)] as values
        from spans left join paid on paid.number = spans.number order by spans.number
        """
    }

    /// Subscription moves by kind.
    static func moves(_ period: ReportPeriod, _ currency: Currency) -> SQL {
        """
        select moves.kind, sum(moves.yearly)::bigint as yearly, sum(moves.price * moves.counts)::bigint as price,
            case when moves.kind in ('expansion', 'contraction', 'moved') then count(distinct moves.subscription_id) else sum(moves.counts) end::bigint
                as subscriptions
        from subscription_moves as moves
        where moves.currency = \(currency.code) and moves.day >= \(period.from)::date and moves.day <= \(period.until)::date
        group by 1
        """
    }

    /// Recurring revenue of the period, as deploy/decisions/recurring-revenue.md defines it, as yearly sums; and the
    /// number of subscriptions at the start and at the end.
    static func recurring(_ period: ReportPeriod, _ currency: Currency) -> SQL {
        """
        \(recurring(of: "values (\(period.from)::date, \(period.until)::date, '')", currency))
        """
    }

    /// The same for each month.
    static func recurringByMonth(_ period: ReportPeriod, _ currency: Currency) -> SQL {
        """
        select revenue.label, revenue.before, revenue.after, revenue.held, revenue.began, revenue.ended, revenue.churned,
            moved.new, moved.renewed, moved.expansion, moved.contraction, moved.churned as lost, moved.refunded
        from (with \(period.spans(.month)) \(recurring(of: """
            select greatest(spans.day, \(period.from)::timestamp)::date,
                least(coalesce(lead(spans.day) over (order by spans.day) - interval '1 day', \(period.until)::timestamp),
                    \(period.until)::timestamp)::date, spans.label
            from spans
            """, currency))) as revenue
        cross join lateral (
            select \(yearly("new")) as new, \(yearly("renewed")) as renewed, \(yearly("expansion")) as expansion,
                \(yearly("contraction")) as contraction, \(yearly("churned")) as churned, \(yearly("refunded")) as refunded
            from subscription_moves as moves
            where moves.currency = \(currency.code) and moves.day >= revenue.first and moves.day <= revenue.last
        ) as moved
        order by revenue.first
        """
    }

    private static func yearly(_ kind: String) -> SQL {
        "coalesce(sum(moves.yearly) filter (where moves.kind = \(kind)), 0)::bigint"
    }

    /// For the file: MRR in minor units. The rest of the difference between start and end has a column of its own, so
    /// that the columns add up.
    static func recurringFile(_ question: FinanceQuestion) -> SQL {
        func monthly(_ column: SQL) -> SQL { "round(\(column) / 12.0)::bigint" }
        let told = ["before", "new", "renewed", "expansion", "contraction", "lost", "refunded"] as [SQL]
        let rest = SQL.joined([monthly("months.after")] + told.map { monthly("months.\($0)") }, by: " - ")
        return """
            select months.label, \(monthly("months.before")), \(monthly("months.new")), \(monthly("months.renewed")),
                \(monthly("months.expansion")), \(monthly("months.contraction")), \(monthly("months.lost")), \(monthly("months.refunded")),
                \(rest), \(monthly("months.after")), months.held, months.began, months.ended, months.churned
            from (\(recurringByMonth(question.period, question.currency))) as months
            """
    }

    private static func recurring(of spans: SQL, _ currency: Currency) -> SQL {
        """
        select span.first, span.last, span.label, sums.before, sums.after, sums.held, sums.began, sums.ended, gone.churned
        from (\(spans)) as span (first, last, label)
        cross join lateral (
            select coalesce(sum(moved.yearly) filter (where moved.day < span.first), 0)::bigint as before,
                coalesce(sum(moved.yearly), 0)::bigint as after,
                coalesce(sum(moved.began - moved.ended) filter (where moved.day < span.first), 0)::bigint as held,
                coalesce(sum(moved.began) filter (where moved.day >= span.first), 0)::bigint as began,
                coalesce(sum(moved.ended) filter (where moved.day >= span.first), 0)::bigint as ended
            from subscription_days as moved
            where moved.currency = \(currency.code) and moved.day <= span.last
        ) as sums
        cross join lateral (
            -- By the moves, as all else: who comes back later left all the same.
            select count(*) as churned from (
                select moves.subscription_id from subscription_moves as moves
                where moves.currency = \(currency.code) and moves.day >= span.first and moves.day <= span.last
                    and moves.kind in ('churned', 'refunded')
                group by 1 having sum(moves.counts) > 0
            ) as ended
            where (
                select sum(case when moves.kind in ('new', 'renewed') then moves.counts else -moves.counts end)
                from subscription_moves as moves
                where moves.subscription_id = ended.subscription_id and moves.day < span.first
                    and moves.kind in ('new', 'renewed', 'churned', 'refunded')
            ) > 0
        ) as gone
        """
    }

    /// Of the subscriptions with their first charge in a month: how many were still paying after each number of months,
    /// by plan.
    static func cohorts(_ months: ReportPeriod, _ currency: Currency, most: Int) -> SQL {
        let still = (1..<most).map { month -> SQL in
            """
            count(*) filter (where subscriptions.ended_at is null
                or subscriptions.ended_at >= subscriptions.paid_from + make_interval(months => \(month)::int))
            """
        }
        return """
            with \(months.spans(.month))
            select subscriptions.plan, began.number::bigint as number, count(*) as began, array[count(*), \(SQL.joined(still, by: ", "))]::bigint[] as still
            from subscriptions
            cross join lateral (select \(ReportPeriod.number(of: "subscriptions.paid_from")) as number) as began
            where subscriptions.currency = \(currency.code) and subscriptions.paid_from is not null and not subscriptions.is_test
                and \(months.holds("subscriptions.paid_from")) and yearly_price(subscriptions.period, subscriptions.price) > 0
            group by 1, 2 order by 1, 2
            """
    }

    /// The charges of the same day a week ago, up to the same time.
    static func incomeThen(_ currency: String, now: Timestamp, zone: String) -> SQL {
        """
        select coalesce(sum(payments.amount), 0)::bigint as n from payments
        where payments.currency = \(currency) and payments.kind = 'payment' and not payments.is_test
            and payments.at >= (date_trunc('day', \(now) at time zone \(zone)) - interval '7 days') at time zone \(zone)
            and payments.at <= (\(now) at time zone \(zone) - interval '7 days') at time zone \(zone)
        """
    }

    /// The charges by day, in minor units, for the home page.
    static func income(_ currency: String, now: Timestamp, zone: String, days: Int) -> SQL {
        """
        select coalesce(paid.n, 0)::bigint as n,
            (\(now) at time zone \(zone))::date::timestamp - make_interval(days => day.number::int) as day
        from generate_series(0, \(days - 1)) as day (number)
        left join (
            select payment_days.day, sum(payment_days.gross)::bigint as n from payment_days
            where payment_days.currency = \(currency) and payment_days.day > (\(now) at time zone \(zone))::date - \(days)::int group by 1
        ) as paid on paid.day = (\(now) at time zone \(zone))::date - day.number::int
        order by day.number desc
        """
    }
}
