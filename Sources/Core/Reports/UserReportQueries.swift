import Console
import Postgres

/// All SQL of the report on users. Each statement is one walk along the index `users_created`, which contains all
/// columns that they need. Row-level security adds the tenant.
///
/// A user's row has the time of the sign-up and the time when they were last seen, and no time between. So an active
/// user is counted once, on the day when they were last seen; and a user who was seen some months after the sign-up
/// counts as having stayed for these months.
enum UserReportQueries {
    /// The most months since the sign-up.
    private static let mostMonths = 12

    static func along(_ unit: ReportUnit, _ period: ReportPeriod, _ who: SQL) -> SQL {
        """
        with \(period.spans(unit)), came as (
            select \(ReportPeriod.number(of: "users.created_at")) as number, count(*) as n
            from users where \(period.holds("users.created_at")) and \(who) group by 1
        ), seen as (
            select \(ReportPeriod.number(of: "users.seen_at")) as number, count(*) as n
            from users where \(period.holds("users.seen_at")) and users.status <> 'deleted' and \(who) group by 1
        )
        select spans.label, array[coalesce(came.n, 0), coalesce(seen.n, 0)] as values
        from spans left join came on came.number = spans.number left join seen on seen.number = spans.number order by spans.number
        """
    }

    static func grouped(by column: SQL, _ period: ReportPeriod, _ who: SQL) -> SQL {
        """
        select counted.label, array[counted.came, counted.seen] as values
        from (
            select \(column) as label, count(*) filter (where \(period.holds("users.created_at"))) as came,
                count(*) filter (where \(period.holds("users.seen_at")) and users.status <> 'deleted') as seen
            from users where \(who) group by 1
        ) as counted where counted.came + counted.seen > 0 order by counted.came desc, counted.label
        """
    }

    /// The months since the sign-up, the number of sign-ups, and how many of these users were seen that many months
    /// later or after; up to the current month.
    static func cohorts(_ period: ReportPeriod, _ who: SQL) -> SQL {
        """
        with spans as (
            select span.day, span.label, span.number, (count(*) over ())::int as total from (\(period.monthsUntilToday)) as span
        ), starts as (select array_agg(spans.day at time zone \(period.zone) order by spans.day) as moments from spans),
        counted as (
            select \(ReportPeriod.number(of: "users.created_at")) as came,
                case when users.status <> 'deleted' then \(ReportPeriod.number(of: "users.seen_at")) else 0 end as seen, count(*) as n
            from users where \(period.holds("users.created_at")) and \(who) group by 1, 2
        )
        select spans.label,
            array[since.months, sum(counted.n)::bigint,
                coalesce(sum(counted.n) filter (where counted.seen >= spans.number + since.months), 0)::bigint] as values
        from spans join counted on counted.came = spans.number
        cross join lateral generate_series(0::bigint, least(\(mostMonths)::int, spans.total - spans.number)) as since (months)
        group by spans.day, spans.label, since.months order by spans.day, since.months
        """
    }
}
