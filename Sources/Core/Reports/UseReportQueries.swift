import Console
import Postgres

/// All SQL of the report on the service API. It reads the hourly sums. Row-level security adds the tenant.
enum UseReportQueries {
    static let keys: SQL =
        "select api_keys.id, api_keys.name from api_keys order by api_keys.name collate \"und-x-icu\", api_keys.id"

    static func endpoints(_ period: ReportPeriod) -> SQL {
        """
        select array(select distinct api_key_usage.endpoint from api_key_usage where \(period.holds("api_key_usage.hour"))
            order by 1 limit 200) as values
        """
    }

    private static let sums: SQL =
        "array[coalesce(sum(api_key_usage.requests), 0)::bigint, coalesce(sum(api_key_usage.errors), 0)::bigint]"

    static func along(_ unit: ReportUnit, _ period: ReportPeriod, _ what: SQL) -> SQL {
        """
        with \(period.spans(unit)), used as (
            select \(ReportPeriod.number(of: "api_key_usage.hour")) as number, \(sums) as sums
            from api_key_usage where \(period.holds("api_key_usage.hour")) and \(what) group by 1
        )
        select spans.label, coalesce(used.sums, '{0,0}'::bigint[]) as values
        from spans left join used on used.number = spans.number order by spans.number
        """
    }

    static func byEndpoint(_ period: ReportPeriod, _ what: SQL) -> SQL {
        """
        select api_key_usage.endpoint as label, \(sums) as values
        from api_key_usage where \(period.holds("api_key_usage.hour")) and \(what)
        group by 1 order by sum(api_key_usage.requests) desc, 1 limit 500
        """
    }

    static func byKey(_ period: ReportPeriod, _ what: SQL) -> SQL {
        """
        select api_keys.name as label, \(sums) as values
        from api_key_usage join api_keys on api_keys.tenant_id = api_key_usage.tenant_id and api_keys.id = api_key_usage.key_id
        where \(period.holds("api_key_usage.hour")) and \(what)
        group by api_keys.id, api_keys.name order by sum(api_key_usage.requests) desc, 1
        """
    }
}
