import Postgres

/// All SQL of the service API's edge.
package enum ServiceQueriesAcrossTenants {
    private static let entry: SQL = """
        entry.key_id, entry.key_name, entry.scopes, entry.addresses, entry.requests_per_minute, entry.expires_at, entry.is_on, entry.tenant_id,
            entry.slug, entry.tenant_name, entry.kind, entry.holds_people, entry.zone, entry.currency, entry.accent, entry.languages
        """

    /// Finds the owner of a key, if the key is valid now; then it also sets the transaction's tenant.
    package static func authenticate(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        select \(entry) from enter_by_key(\(hash), \(now)) as entry
        """
    }

    /// The same for many calls, each with its number from 1; sets nothing.
    package static func entries(_ hashes: [[UInt8]], now: Timestamp) -> SQL {
        """
        select entry.number, entry.catalogue_stamp, \(entry) from service_entries(\(Bind.byteStrings(hashes)), \(now)) as entry
        """
    }

    /// Deletes responses, of all tenants, that can no longer be replayed.
    package static let deleteResponses: SQL = "select forget_service_answers() as forgotten"

    /// Adds to the counts of one tenant's keys. A key that was deleted meanwhile is skipped.
    package static func addUses(
        tenant: ID, keys: [ID], hours: [Timestamp], endpoints: [String], requests: [Int64], errors: [Int64]
    ) -> SQL {
        """
        insert into api_key_usage as stored (tenant_id, key_id, hour, endpoint, requests, errors)
        select \(tenant), used.key_id, used.hour, used.endpoint, used.requests, used.errors
        from unnest(\(keys), \(hours), \(endpoints), \(requests), \(errors)) as used (key_id, hour, endpoint, requests, errors)
        join api_keys on api_keys.id = used.key_id
        order by used.key_id, used.hour, used.endpoint
        on conflict (tenant_id, key_id, hour, endpoint)
            do update set requests = stored.requests + excluded.requests, errors = stored.errors + excluded.errors
        """
    }

    package static func touch(_ keys: [ID], at times: [Timestamp]) -> SQL {
        """
        update api_keys set last_used_at = greatest(api_keys.last_used_at, used.at)
        from unnest(\(keys), \(times)) as used (id, at)
        where api_keys.id = used.id
        """
    }
}
