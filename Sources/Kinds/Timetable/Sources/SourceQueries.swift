import Postgres

/// All SQL on the other server of a tenant. Row-level security adds the tenant.
enum SourceQueries {
    static let one: SQL = """
        select timetable_sources.id, timetable_sources.url, timetable_sources.groups, timetable_sources.frequency,
            case when timetable_sources.makes_missing then 'yes' else 'no' end as makes_missing,
            case when timetable_sources.writes then 'yes' else 'no' end as writes, timetable_sources.version,
            timetable_sources.asked_by, timetable_sources.asked_name, timetable_sources.asked_address,
            timetable_sources.asked_request, timetable_sources.problem, timetable_sources.import_id,
            timetable_sources.fetched_at at time zone tenants.zone as fetched_at,
            timetable_sources.next_at at time zone tenants.zone as next_at
        from timetable_sources join tenants on tenants.id = timetable_sources.tenant_id
        """

    static let lock: SQL = "select from timetable_sources for update"

    struct Saved {
        var id: ID
        var values: BasicValues
        var nextAt: Timestamp?
        var by: ID?
        var name: String
        var address: String
        var request: String
    }

    static func save(_ saved: Saved, tenant: ID) -> SQL {
        """
        insert into timetable_sources (tenant_id, id, url, groups, frequency, makes_missing, writes, next_at, asked_by,
            asked_name, asked_address, asked_request)
        values (\(tenant), \(saved.id), \(saved.values["url"]), \(saved.values["groups"]), \(saved.values["frequency"]),
            \(saved.values.isOn("makes_missing")), \(saved.values.isOn("writes")), \(saved.nextAt), \(saved.by), \(saved.name),
            \(saved.address), \(saved.request))
        on conflict (tenant_id) do update set url = excluded.url, groups = excluded.groups, frequency = excluded.frequency,
            makes_missing = excluded.makes_missing, writes = excluded.writes, next_at = excluded.next_at, problem = '',
            asked_by = excluded.asked_by, asked_name = excluded.asked_name, asked_address = excluded.asked_address,
            asked_request = excluded.asked_request, version = timetable_sources.version + 1
        """
    }

    /// Sets the next time of a source that is due. Returns no row if it is not due.
    static func take(now: Timestamp) -> SQL {
        """
        update timetable_sources set next_at = case timetable_sources.frequency
                when 'daily' then \(now) + interval '1 day' when 'weekly' then \(now) + interval '7 days' end
        where timetable_sources.next_at <= \(now) returning timetable_sources.id
        """
    }

    static func ended(_ id: ID, problem: String, importID: ID?, now: Timestamp) -> SQL {
        """
        update timetable_sources set fetched_at = \(now), problem = \(problem),
            import_id = coalesce(\(importID), timetable_sources.import_id)
        where timetable_sources.id = \(id)
        """
    }

}
