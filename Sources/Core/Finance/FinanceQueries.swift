import Console
import Postgres

/// All SQL of the finance report. It reads sums of days, which triggers keep, and never the payments.
/// Row-level security adds the tenant.
enum FinanceQueries {
    /// Those in which money came.
    static let currencies = DistinctValues.of("payment_days.currency", in: "payment_days", most: 250)

    /// In minor units. Net is what is left without what was given back and without tax.
    private static let sums: SQL = """
        sum(payment_days.payments)::bigint as payments, sum(payment_days.gross)::bigint as gross,
        sum(payment_days.refunded)::bigint as refunded, sum(payment_days.gross_tax - payment_days.refunded_tax)::bigint as tax,
        sum(payment_days.gross - payment_days.refunded - payment_days.gross_tax + payment_days.refunded_tax)::bigint as net
        """

    private static func requested(_ question: FinanceQuestion) -> SQL {
        """
        payment_days.currency = \(question.currency.code) and payment_days.day >= \(question.period.from)::date
            and payment_days.day <= \(question.period.until)::date
        """
    }

    static func rows(_ question: FinanceQuestion) -> SQL {
        """
        select \(question.label) as label, \(sums) from payment_days where \(requested(question)) group by 1 order by \(question.by.order)
        """
    }

    /// What came in and what went back along the days or months, those without anything too.
    static func along(_ unit: ReportUnit, _ question: FinanceQuestion) -> SQL {
        """
        with \(question.period.spans(unit)), paid as (
            select width_bucket(payment_days.day::timestamp, (select array_agg(spans.day order by spans.day) from spans)) as number,
                sum(payment_days.gross)::bigint as gross,
                sum(payment_days.refunded)::bigint as refunded
            from payment_days where \(requested(question)) group by 1
        )
        select spans.label, array[coalesce(paid.gross, 0), coalesce(paid.refunded, 0)] as values
        from spans left join paid on paid.number = spans.number order by spans.number
        """
    }

    /// Recurring revenue of the period, as deploy/decisions/recurring-revenue.md defines it, in a year; and how many subscriptions there
    /// were and are.
    static func recurring(_ question: FinanceQuestion) -> SQL {
        """
        \(recurring(of: "values (\(question.period.from)::date, \(question.period.until)::date)", question))
        """
    }

    /// The same of each month, for the file; MRR in minor units.
    static func recurringByMonth(_ question: FinanceQuestion) -> SQL {
        """
        select to_char(revenue.first, 'YYYY-MM') as label, round(revenue.before / 12.0)::bigint as before,
            round(revenue.after / 12.0)::bigint as after, revenue.held, revenue.began, revenue.ended, revenue.churned
        from (\(recurring(of: """
            select greatest(month.at, \(question.period.from)::timestamp)::date,
                least(month.at + interval '1 month' - interval '1 day', \(question.period.until)::timestamp)::date
            from generate_series(date_trunc('month', \(question.period.from)::timestamp), \(question.period.until)::timestamp,
                interval '1 month') as month (at)
            """, question))) as revenue
        order by revenue.first
        """
    }

    private static func recurring(of spans: SQL, _ question: FinanceQuestion) -> SQL {
        """
        select span.first, sums.before, sums.after, sums.held, sums.began, sums.ended, gone.churned
        from (\(spans)) as span (first, last)
        cross join lateral (
            select coalesce(sum(moved.yearly) filter (where moved.day < span.first), 0)::bigint as before,
                coalesce(sum(moved.yearly), 0)::bigint as after,
                coalesce(sum(moved.began - moved.ended) filter (where moved.day < span.first), 0)::bigint as held,
                coalesce(sum(moved.began) filter (where moved.day >= span.first), 0)::bigint as began,
                coalesce(sum(moved.ended) filter (where moved.day >= span.first), 0)::bigint as ended
            from subscription_days as moved
            where moved.currency = \(question.currency.code) and moved.day <= span.last
        ) as sums
        cross join lateral (
            select count(*) as churned from subscriptions
            where subscriptions.currency = \(question.currency.code) and subscriptions.paid_from is not null
                and subscriptions.ended_at >= span.first::timestamp at time zone \(question.period.zone)
                and subscriptions.ended_at < (span.last + 1)::timestamp at time zone \(question.period.zone)
                and subscriptions.paid_from < span.first::timestamp at time zone \(question.period.zone)
                and not subscriptions.is_test and yearly_price(subscriptions.period, subscriptions.price) > 0
        ) as gone
        """
    }

    /// What came in by day, in minor units, for the home page.
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
