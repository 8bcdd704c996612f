import Postgres

/// All SQL on the audit trail.
enum AuditQueries {
    static func append(_ event: AuditEvent, by actor: Actor, changes: String, sealed: [UInt8]?) -> SQL {
        """
        select append_audit(
            \(event.id), \(actor.kind.rawValue), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID),
            \(event.action.rawValue), \(event.objectKind.rawValue), \(event.objectID), \(event.objectName),
            \(event.subject), \(event.changes.map(\.field)), \(changes), \(sealed), \(event.reason)) as sequence
        """
    }

    /// Each with its changes as text, and what of them is sealed.
    static func append(_ events: [(event: AuditEvent, changes: String, sealed: [UInt8]?)], by actor: Actor) -> SQL {
        """
        select append_audits(
            \(actor.kind.rawValue), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID),
            \(events.map(\.event.id)), \(events.map(\.event.action.rawValue)), \(events.map(\.event.objectKind.rawValue)),
            \(Bind.idsOrNil(events.map(\.event.objectID))), \(events.map(\.event.objectName)),
            \(Bind.idsOrNil(events.map(\.event.subject))),
            \(events.map { $0.event.changes.map(\.field).joined(separator: ",") }), \(events.map(\.changes)),
            \(Bind.byteStrings(events.map(\.sealed))), \(events.map(\.event.reason))) as sequence
        """
    }

    static func subjectKeys(_ subjects: [ID]) -> SQL {
        """
        select subject_keys.subject_id, subject_keys.wrapped from subject_keys
        where subject_keys.subject_id = any(\(subjects))
        """
    }

    static func addSubjectKeys(_ keys: [(subject: ID, wrapped: [UInt8])], tenant: ID) -> SQL {
        """
        insert into subject_keys (tenant_id, subject_id, key_version, wrapped)
        select \(tenant), made.subject_id, 1, made.wrapped
        from unnest(\(keys.map(\.subject)), \(Bind.byteStrings(keys.map(\.wrapped)))) as made (subject_id, wrapped)
        order by made.subject_id
        on conflict do nothing
        """
    }

    /// Has this operation been committed? Asked when the connection broke during COMMIT.
    static func exists(_ event: ID) -> SQL {
        "select exists (select from audit_events where audit_events.id = \(event)) as there"
    }

    private static let columns: SQL = """
        audit_events.sequence, audit_events.id, audit_events.actor_kind, audit_events.actor_name, audit_events.address,
        audit_events.action, audit_events.object_kind, audit_events.object_id, audit_events.object_name,
        audit_events.subject_id, audit_events.changes, audit_events.sealed, audit_events.reason
        """

    /// One page, newest first (or, `before` a sequence, the page that ends above it, in rising order).
    static func page(_ conditions: [SQL], zone: String, rising: Bool, limit: Int) -> SQL {
        let filter = conditions.isEmpty ? SQL("true") : SQL.joined(conditions, by: " and ")
        let order: SQL = rising ? "audit_events.sequence" : "audit_events.sequence desc"
        return """
            select \(columns), audit_events.at at time zone \(zone) as local_at
            from audit_events where \(filter) order by \(order) limit \(limit)
            """
    }

    /// Who did that to the object last.
    static func last(_ action: AuditAction, of object: ID, zone: String) -> SQL {
        """
        select audit_events.actor_name, audit_events.at at time zone \(zone) as local_at
        from audit_events where audit_events.object_id = \(object) and audit_events.action = \(action.rawValue)
        order by audit_events.sequence desc limit 1
        """
    }

    static func count(_ conditions: [SQL], limit: Int) -> SQL {
        let filter = conditions.isEmpty ? SQL("true") : SQL.joined(conditions, by: " and ")
        return "select count(*) as n from (select from audit_events where \(filter) limit \(limit)) as matching"
    }

    /// Everything about one chain, in its order, for verification.
    static func chain(from sequence: Int64, limit: Int) -> SQL {
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

    static let head: SQL = "select audit_heads.sequence, audit_heads.hash from audit_heads"

    /// Who has acted, for the filter.
    static let actors: SQL = """
        with recursive seen as (
            (select audit_events.actor_id, audit_events.actor_name from audit_events
             where audit_events.actor_id is not null order by audit_events.actor_id limit 1)
            union all
            select next.actor_id, next.actor_name from seen cross join lateral (
                select audit_events.actor_id, audit_events.actor_name from audit_events
                where audit_events.actor_id > seen.actor_id order by audit_events.actor_id limit 1) as next
        )
        select seen.actor_id, seen.actor_name from seen limit 100
        """
}
