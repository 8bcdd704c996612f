import Console
import Postgres

/// All SQL of the users' figures on the home page. Row-level security adds the tenant.
enum UserFigureQueries {
    /// Today is compared with the same hours of the same day a week ago.
    static func numbers(now: Timestamp, zone: String) -> SQL {
        let midnight: SQL = "(date_trunc('day', \(now) at time zone \(zone)) at time zone \(zone))"
        let weekAgo: SQL = "((date_trunc('day', \(now) at time zone \(zone)) - interval '7 days') at time zone \(zone))"
        return """
            select
                (select count(*) from users where users.created_at >= \(midnight)) as new_today,
                (select count(*) from users where users.created_at >= \(weekAgo)
                    and users.created_at <= \(now.adding(seconds: -7 * 86400))) as new_then,
                (select count(*) from users where users.created_at > \(now.adding(seconds: -7 * 86400))) as new_week,
                (select count(*) from users where users.created_at > \(now.adding(seconds: -14 * 86400))
                    and users.created_at <= \(now.adding(seconds: -7 * 86400))) as new_before,
                (select count(*) from users where users.seen_at >= \(midnight)) as active_today,
                (select count(*) from users where users.status = 'suspended') as suspended
            """
    }

    static func signUps(now: Timestamp, zone: String, days: Int) -> SQL {
        """
        select coalesce(joined.n, 0)::bigint as n,
            (\(now) at time zone \(zone))::date::timestamp - make_interval(days => day.number::int) as day
        from generate_series(0, \(days - 1)) as day (number)
        left join (
            select (\(now) at time zone \(zone))::date - (users.created_at at time zone \(zone))::date as number, count(*) as n
            from users where users.created_at > \(now.adding(seconds: -Int64(days) * 86400)) group by 1
        ) as joined on joined.number = day.number
        order by day.number desc
        """
    }
}
