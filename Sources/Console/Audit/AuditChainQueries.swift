import Postgres

/// All SQL on the audit chain itself: for verification and archives.
package enum AuditChainQueries {
    /// Returns all columns of one chain, in its order, for verification.
    package static func chain(from sequence: Int64, limit: Int) -> SQL {
        """
        select audit_events.tenant_id, audit_events.sequence, audit_events.id, audit_events.at, audit_events.actor_kind,
            audit_events.actor_id, audit_events.actor_name, audit_events.address, audit_events.request_id,
            audit_events.action, audit_events.object_kind, audit_events.object_id, audit_events.object_name,
            audit_events.subject_id, array_to_string(audit_events.fields, ',') as fields,
            audit_events.fields = string_to_array(array_to_string(audit_events.fields, ','), ',') as fields_are_plain,
            audit_events.changes, audit_events.sealed, audit_events.reason, audit_events.previous, audit_events.hash
        from audit_events where audit_events.sequence >= \(sequence)
        order by audit_events.sequence limit \(limit)
        """
    }

    // MARK: Archives

    package static let archives: SQL = """
        select audit_archives.first, audit_archives.last, audit_archives.digest from audit_archives
        order by audit_archives.first
        """

    /// Returns the end of the archived events, for the readers of the trail.
    package static func archived(zone: String) -> SQL {
        """
        select audit_archives.last, audit_archives.until_at at time zone \(zone) as until from audit_archives
        order by audit_archives.first desc limit 1
        """
    }

    /// The number of days that events stay in the table; no row for the installation's chain.
    package static let daysKept: SQL = "select tenants.audit_days::bigint as days from tenants"

    /// Returns the oldest event that is still in the table, and the newest that may be archived: the last event of
    /// the chain stays.
    package static func archivable(before: Timestamp) -> SQL {
        """
        select coalesce((select max(audit_archives.last) from audit_archives), 0) + 1 as first,
            least(audit_heads.sequence - 1, coalesce((select bound.sequence from audit_events as bound
                where bound.at < \(before) order by bound.at desc, bound.sequence desc limit 1), 0)) as last
        from audit_heads
        """
    }

    package static func archive(_ last: Int, previous: [UInt8], hash: [UInt8], digest: [UInt8]) -> SQL {
        "select archive_audit(\(last), \(previous), \(hash), \(digest)) as gone"
    }

    /// The same for the application: refuses events that the tenant's setting keeps in the database.
    package static func archiveOld(_ last: Int, previous: [UInt8], hash: [UInt8], digest: [UInt8]) -> SQL {
        "select archive_old_audit(\(last), \(previous), \(hash), \(digest)) as gone"
    }

    /// Locks a tenant's archive, so that one process archives at a time: each removes what another left
    /// half-finished. The first number is arbitrary and fixed.
    package static let lockArchive: SQL = """
        select pg_try_advisory_xact_lock(29, hashtext(current_tenant()::text)) as mine
        """

    package static let head: SQL = "select audit_heads.sequence, audit_heads.hash from audit_heads"
}
