import Console
import Postgres

/// All SQL on API keys for admins. Row-level security adds the tenant to every statement.
enum KeyQueries {
    /// The limit of keys in one tenant.
    static let most = 200

    static let count: SQL = "select count(*) as n from api_keys"

    static func named(_ name: String) -> SQL {
        "select api_keys.id from api_keys where api_keys.name = \(name) limit 1"
    }

    static let all: SQL = """
        select api_keys.name, api_keys.scopes, api_keys.addresses, api_keys.requests_per_minute, api_keys.expires_at,
            api_keys.disabled_at is not null as is_disabled
        from api_keys order by api_keys.name collate "und-x-icu", api_keys.id
        """

    static func one(_ id: ID, zone: String) -> SQL {
        """
        select api_keys.name, api_keys.scopes, api_keys.addresses, api_keys.requests_per_minute,
            api_keys.disabled_at is not null as is_disabled, api_keys.expires_at,
            api_keys.expires_at at time zone \(zone) as expires, api_keys.last_used_at,
            api_keys.last_used_at at time zone \(zone) as used, api_keys.created_by,
            api_keys.created_at at time zone \(zone) as created
        from api_keys where api_keys.id = \(id)
        """
    }

    /// Returns the newest first: only that one may have no end.
    static func secrets(_ id: ID, now: Timestamp, zone: String) -> SQL {
        """
        select api_key_secrets.lookup_id, api_key_secrets.ends_at at time zone \(zone) as ends
        from api_key_secrets
        where api_key_secrets.key_id = \(id) and (api_key_secrets.ends_at is null or api_key_secrets.ends_at > \(now))
        order by api_key_secrets.ends_at desc nulls first
        """
    }

    /// Requests and errors of the last days in the tenant's calendar, including days without requests.
    static func uses(_ id: ID, now: Timestamp, zone: String, days: Int) -> SQL {
        """
        select day.number::int as number, coalesce(used.requests, 0)::bigint as requests,
            coalesce(used.errors, 0)::bigint as errors,
            (\(now) at time zone \(zone))::date::timestamp - make_interval(days => day.number::int) as day
        from generate_series(0, \(days - 1)) as day (number)
        left join (
            select (\(now) at time zone \(zone))::date - (api_key_usage.hour at time zone \(zone))::date as number,
                sum(api_key_usage.requests) as requests, sum(api_key_usage.errors) as errors
            from api_key_usage
            where api_key_usage.key_id = \(id) and api_key_usage.hour > \(now.adding(seconds: -Int64(days + 1) * 86400))
            group by 1
        ) as used on used.number = day.number
        order by day.number desc
        """
    }

    /// The same by endpoint and day, the busiest endpoint first; days without requests are left out. `number` counts
    /// back from today.
    static func endpoints(_ id: ID, now: Timestamp, zone: String, days: Int) -> SQL {
        """
        select used.endpoint, used.number, used.requests, used.errors
        from (
            select api_key_usage.endpoint, (\(now) at time zone \(zone))::date - (api_key_usage.hour at time zone \(zone))::date as number,
                sum(api_key_usage.requests)::bigint as requests, sum(api_key_usage.errors)::bigint as errors
            from api_key_usage
            where api_key_usage.key_id = \(id) and api_key_usage.hour > \(now.adding(seconds: -Int64(days + 1) * 86400))
            group by 1, 2
        ) as used
        where used.number between 0 and \(days)::int - 1
        order by sum(used.requests) over (partition by used.endpoint) desc, used.endpoint, used.number limit 1500
        """
    }

    static func lock(_ id: ID) -> SQL {
        """
        select api_keys.name, api_keys.disabled_at is not null as is_disabled, api_keys.expires_at
        from api_keys where api_keys.id = \(id) for update
        """
    }

    static func add(_ id: ID, tenant: ID, _ form: KeyForm, expires: Timestamp, by actor: Actor) -> SQL {
        """
        insert into api_keys (tenant_id, id, name, scopes, addresses, requests_per_minute, expires_at, created_by, created_at)
        values (\(tenant), \(id), \(form.name), \(form.scopes.map(\.id)), \(form.ranges.map(\.description)),
            \(form.requestsPerMinute), \(expires), \(actor.name), \(actor.now))
        """
    }

    static func addSecret(_ id: ID, tenant: ID, lookupID: String, hash: [UInt8], now: Timestamp) -> SQL {
        """
        insert into api_key_secrets (tenant_id, key_id, lookup_id, hash, created_at)
        values (\(tenant), \(id), \(lookupID), \(hash), \(now))
        """
    }

    /// The working secrets end at `end`, unless they end earlier.
    static func endSecrets(_ id: ID, at end: Timestamp) -> SQL {
        """
        update api_key_secrets set ends_at = \(end)
        where api_key_secrets.key_id = \(id) and (api_key_secrets.ends_at is null or api_key_secrets.ends_at > \(end))
        """
    }

    static func setDisabled(_ id: ID, at time: Timestamp?) -> SQL {
        "update api_keys set disabled_at = \(time) where api_keys.id = \(id)"
    }

    static func deleteSecrets(_ id: ID) -> SQL { "delete from api_key_secrets where api_key_secrets.key_id = \(id)" }

    static func deleteUsage(_ id: ID) -> SQL { "delete from api_key_usage where api_key_usage.key_id = \(id)" }

    static func delete(_ id: ID) -> SQL { "delete from api_keys where api_keys.id = \(id)" }

    /// The end of a day in that zone.
    static func end(ofDay day: String, zone: String) -> SQL {
        "select (\(day)::timestamp + interval '1 day') at time zone \(zone) as moment"
    }

    static func countEnding(now: Timestamp, before: Timestamp) -> SQL {
        """
        select count(*) as n from api_keys where api_keys.disabled_at is null and api_keys.expires_at > \(now)
            and api_keys.expires_at <= \(before)
        """
    }
}
