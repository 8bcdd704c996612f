import Postgres

/// All SQL on readings of lists whose event is not written yet.
package enum ReadingQueriesAcrossTenants {
    package static func keep(_ id: ID, _ sealed: [UInt8], of tenant: ID) -> SQL {
        """
        insert into pending_readings (tenant_id, id, reading) values (\(tenant), \(id), \(sealed))
        on conflict (tenant_id, id) do update set reading = excluded.reading, at = excluded.at
        """
    }

    package static func remove(_ ids: [ID]) -> SQL {
        "delete from pending_readings where pending_readings.id = any(\(ids))"
    }

    /// Returns the tenants for which a killed server left readings.
    package static func tenants(leftFor seconds: Int64) -> SQL {
        "select left_in.id from tenants_with_left_readings(\(seconds)) as left_in (id)"
    }

    /// Deletes and returns readings that were left: if two servers run it at once, each gets different ones.
    package static func take(leftFor seconds: Int64) -> SQL {
        """
        delete from pending_readings where pending_readings.id in (select waiting.id from pending_readings as waiting
            where waiting.at < clock_timestamp() - make_interval(secs => \(seconds)) order by waiting.id limit 500
            for update skip locked)
        returning pending_readings.id, pending_readings.reading
        """
    }
}
