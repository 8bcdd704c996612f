import Console
import Postgres

/// SQL for a trail that began before its tenant was made. The application can write no event of the past: this needs the login of the
/// schema's owner.
enum DemoTrailQueries {
    /// The next event of the tenant's chain, at the actor's moment, or with the one before it where that is later: a trail's times never run
    /// backwards.
    static func append(_ event: AuditEvent, by actor: Actor, changes: String, sealed: [UInt8]?, tenant: ID) -> SQL {
        """
        with head as (
            select audit_heads.sequence, audit_heads.hash, audit_heads.last_at from audit_heads
            where audit_heads.tenant_id = \(tenant)
            union all
            select 0, sha256(uuid_send(\(tenant))), '-infinity'
            where not exists (select from audit_heads where audit_heads.tenant_id = \(tenant))
        ), made as (
            select row(\(tenant), head.sequence + 1, \(event.id), greatest(\(actor.now), head.last_at), \(actor.kind.rawValue), \(actor.id),
                \(actor.name), \(actor.address), \(actor.requestID), \(event.action.id), \(event.objectKind.id), \(event.objectID),
                \(event.objectName), \(event.subject), \(event.changes.map(\.field)), \(changes), \(sealed), \(event.reason), head.hash,
                null)::audit_events as event
            from head
        ), added as (
            insert into audit_events (tenant_id, sequence, id, at, actor_kind, actor_id, actor_name, address, request_id, action,
                object_kind, object_id, object_name, subject_id, fields, changes, sealed, reason, previous, hash)
            select (made.event).tenant_id, (made.event).sequence, (made.event).id, (made.event).at, (made.event).actor_kind,
                (made.event).actor_id, (made.event).actor_name, (made.event).address, (made.event).request_id, (made.event).action,
                (made.event).object_kind, (made.event).object_id, (made.event).object_name, (made.event).subject_id, (made.event).fields,
                (made.event).changes, (made.event).sealed, (made.event).reason, (made.event).previous, audit_digest(made.event)
            from made
            returning audit_events.tenant_id, audit_events.sequence, audit_events.hash, audit_events.at
        )
        insert into audit_heads (tenant_id, sequence, hash, last_at)
        select added.tenant_id, added.sequence, added.hash, added.at from added
        on conflict (tenant_id) do update set sequence = excluded.sequence, hash = excluded.hash, last_at = excluded.last_at
        """
    }
}
