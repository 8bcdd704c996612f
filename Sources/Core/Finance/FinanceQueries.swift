import Postgres

/// All SQL of the finance report. It reads sums of days, which triggers keep, and never the payments. Row-level security adds
/// the tenant.
enum FinanceQueries {
    static func today(zone: String) -> SQL { "select (now() at time zone \(zone))::date::timestamp as today" }

    /// Those in which money came, found by walking the index from one to the next.
    static let currencies: SQL = """
        with recursive seen (value) as (
            (select payment_days.currency from payment_days order by payment_days.currency limit 1)
            union all
            select (select payment_days.currency from payment_days where payment_days.currency > seen.value order by payment_days.currency limit 1)
            from seen where seen.value is not null
        )
        select coalesce(array_agg(seen.value) filter (where seen.value is not null), '{}') as values from seen
        """

    /// In minor units. Net is what is left without what was given back and without tax.
    private static let sums: SQL = """
        sum(payment_days.payments)::bigint as payments, sum(payment_days.gross)::bigint as gross,
        sum(payment_days.refunded)::bigint as refunded, sum(payment_days.gross_tax - payment_days.refunded_tax)::bigint as tax,
        sum(payment_days.gross - payment_days.refunded - payment_days.gross_tax + payment_days.refunded_tax)::bigint as net
        """

    private static func asked(_ question: FinanceQuestion) -> SQL {
        """
        payment_days.currency = \(question.currency.code) and payment_days.day >= \(question.from)::date
            and payment_days.day <= \(question.until)::date
        """
    }

    static func rows(_ question: FinanceQuestion) -> SQL {
        """
        select \(question.by.value) as label, \(sums) from payment_days where \(asked(question)) group by 1 order by \(question.by.order)
        """
    }

    /// What came in a year before the first day and on the last, who paid before the first day, who came and who went.
    static func recurring(_ question: FinanceQuestion) -> SQL {
        """
        select coalesce(sum(moved.yearly) filter (where moved.day < \(question.from)::date), 0)::bigint as before,
            coalesce(sum(moved.yearly), 0)::bigint as after,
            coalesce(sum(moved.began - moved.ended) filter (where moved.day < \(question.from)::date), 0)::bigint as held,
            coalesce(sum(moved.began) filter (where moved.day >= \(question.from)::date), 0)::bigint as began,
            coalesce(sum(moved.ended) filter (where moved.day >= \(question.from)::date), 0)::bigint as ended
        from subscription_days as moved
        where moved.currency = \(question.currency.code) and moved.day <= \(question.until)::date
        """
    }
}
