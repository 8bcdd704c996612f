import Console
import Postgres

/// All SQL on sums of downloads. Row-level security adds the tenant.
enum DownloadQueries {
    /// Adds to today's sums; the tenant's zone decides the day.
    static func add(_ languages: [String], downloads: [Int64], checks: [Int64]) -> SQL {
        """
        insert into cycle_downloads (tenant_id, day, language, downloads, checks)
        select tenants.id, (now() at time zone tenants.zone)::date, counted.language, counted.downloads, counted.checks
        from unnest(\(languages)::text[], \(downloads)::bigint[], \(checks)::bigint[])
            as counted (language, downloads, checks)
        join tenants on tenants.id = current_tenant()
        on conflict (tenant_id, day, language) do update set
            downloads = cycle_downloads.downloads + excluded.downloads, checks = cycle_downloads.checks + excluded.checks
        """
    }

    /// Returns the sums of the last seven days, including today, and of the seven days before.
    static let weeks: SQL = """
        select coalesce(sum(cycle_downloads.downloads) filter (where cycle_downloads.day > today.day - 7), 0)::bigint as week,
            coalesce(sum(cycle_downloads.downloads) filter (where cycle_downloads.day <= today.day - 7), 0)::bigint as before
        from (select (now() at time zone tenants.zone)::date as day from tenants where tenants.id = current_tenant()) as today
        left join cycle_downloads on cycle_downloads.day > today.day - 14
        """

    private static let sums: SQL = """
        array[coalesce(sum(cycle_downloads.downloads), 0)::bigint, coalesce(sum(cycle_downloads.checks), 0)::bigint]
        """

    static func along(_ unit: ReportUnit, _ period: ReportPeriod, _ what: SQL) -> SQL {
        """
        with \(period.spans(unit)), counted as (
            select \(ReportPeriod.number(of: moment(period))) as number, \(sums) as sums
            from cycle_downloads where \(period.holds(moment(period))) and \(what) group by 1
        )
        select spans.label, coalesce(counted.sums, '{0,0}'::bigint[]) as values
        from spans left join counted on counted.number = spans.number order by spans.number
        """
    }

    static func byLanguage(_ period: ReportPeriod, _ what: SQL) -> SQL {
        """
        select cycle_downloads.language as label, \(sums) as values from cycle_downloads
        where \(period.holds(moment(period))) and \(what)
        group by 1 order by sum(cycle_downloads.downloads) desc, 1
        """
    }

    private static func moment(_ period: ReportPeriod) -> SQL {
        "(cycle_downloads.day::timestamp at time zone \(period.zone))"
    }
}
