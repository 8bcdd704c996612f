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
        select \(question.by.value) as label, \(sums) from payment_days where \(requested(question)) group by 1 order by \(question.by.order)
        """
    }

    /// What came in and what went back along the days or months, those without anything too.
    static func along(_ unit: ReportUnit, _ question: FinanceQuestion) -> SQL {
        """
        with \(question.period.spans(unit)), paid as (
            select date_trunc(\(unit.name), payment_days.day::timestamp) as day, sum(payment_days.gross)::bigint as gross,
                sum(payment_days.refunded)::bigint as refunded
            from payment_days where \(requested(question)) group by 1
        )
        select spans.label, array[coalesce(paid.gross, 0), coalesce(paid.refunded, 0)] as values
        from spans left join paid on paid.day = spans.day order by spans.number
        """
    }

    /// What came in a year before the first day and on the last, who paid before the first day, who came and who went.
    static func recurring(_ question: FinanceQuestion) -> SQL {
        """
        select coalesce(sum(moved.yearly) filter (where moved.day < \(question.period.from)::date), 0)::bigint as before,
            coalesce(sum(moved.yearly), 0)::bigint as after,
            coalesce(sum(moved.began - moved.ended) filter (where moved.day < \(question.period.from)::date), 0)::bigint as held,
            coalesce(sum(moved.began) filter (where moved.day >= \(question.period.from)::date), 0)::bigint as began,
            coalesce(sum(moved.ended) filter (where moved.day >= \(question.period.from)::date), 0)::bigint as ended
        from subscription_days as moved
        where moved.currency = \(question.currency.code) and moved.day <= \(question.period.until)::date
        """
    }
}
