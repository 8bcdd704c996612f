import Postgres

/// All SQL on the audit trail.
package enum AuditQueries {
    package static func append(_ event: AuditEvent, by actor: Actor, changes: String, sealed: [UInt8]?) -> SQL {
        """
        select append_audit(
            \(event.id), \(actor.kind.rawValue), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID),
            \(event.action.id), \(event.objectKind.id), \(event.objectID), \(event.objectName),
            \(event.subject), \(event.changes.map(\.field)), \(changes), \(sealed), \(event.reason)) as sequence
        """
    }

    /// Each event has its changes as text, and its sealed changes.
    package static func append(_ events: [(event: AuditEvent, changes: String, sealed: [UInt8]?)], by actor: Actor)
        -> SQL
    {
        """
        select append_audits(
            \(actor.kind.rawValue), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID),
            \(events.map(\.event.id)), \(events.map(\.event.action.id)), \(events.map(\.event.objectKind.id)),
            \(Bind.idsOrNil(events.map(\.event.objectID))), \(events.map(\.event.objectName)),
            \(Bind.idsOrNil(events.map(\.event.subject))),
            \(events.map { $0.event.changes.map(\.field).joined(separator: ",") }), \(events.map(\.changes)),
            \(Bind.byteStrings(events.map(\.sealed))), \(events.map(\.event.reason))) as sequence
        """
    }

    package static func subjectKeys(_ subjects: [ID]) -> SQL {
        """
        select subject_keys.subject_id, subject_keys.wrapped from subject_keys
        where subject_keys.subject_id = any(\(subjects))
        """
    }

    package static func addSubjectKeys(_ keys: [(subject: ID, wrapped: [UInt8])], tenant: ID) -> SQL {
        """
        insert into subject_keys (tenant_id, subject_id, key_version, wrapped)
        select \(tenant), made.subject_id, 1, made.wrapped
        from unnest(\(keys.map(\.subject)), \(Bind.byteStrings(keys.map(\.wrapped)))) as made (subject_id, wrapped)
        order by made.subject_id
        on conflict do nothing
        """
    }

    /// Returns whether this operation was committed. For the case that the connection broke during COMMIT.
    package static func exists(_ event: ID) -> SQL {
        "select exists (select from audit_events where audit_events.id = \(event)) as there"
    }

    private static let columns: SQL = """
        audit_events.sequence, audit_events.id, audit_events.actor_kind, audit_events.actor_id, audit_events.actor_name,
        audit_events.address, audit_events.action, audit_events.object_kind, audit_events.object_id, audit_events.object_name,
        audit_events.subject_id, audit_events.changes, audit_events.sealed, audit_events.reason
        """

    /// Returns one page, the newest event first.
    package static func page(_ conditions: [SQL], zone: String, _ keyset: Keyset<Int64>) -> SQL {
        events(conditions + beyond(keyset), zone: zone, order: order.sql(keyset), limit: keyset.limit)
    }

    /// Returns the condition for the start of that page.
    package static func beyond(_ keyset: Keyset<Int64>) -> [SQL] { order.beyond(keyset) }

    /// Returns the newest matching events.
    package static func latest(_ conditions: [SQL], zone: String, limit: Int) -> SQL {
        events(conditions, zone: zone, order: order.sql, limit: limit)
    }

    private static let order = KeysetOrder(by: "audit_events.sequence", isFalling: true)

    private static func events(_ conditions: [SQL], zone: String, order: SQL, limit: Int) -> SQL {
        """
        select \(columns), audit_events.at at time zone \(zone) as local_at
        from audit_events where \(all(of: conditions)) order by \(order) limit \(limit)
        """
    }

    /// Walks the next events, and returns how many it saw and how many of them match; it stops when a page is full.
    package static func met(_ asked: [SQL], among conditions: [SQL], rising: Bool, within most: Int, enough: Int) -> SQL
    {
        let order: SQL = rising ? "audit_events.sequence" : "audit_events.sequence desc"
        return """
            with walk as materialized (
                select audit_events.sequence, audit_events.actor_name, audit_events.object_name, audit_events.reason,
                    audit_events.request_id, audit_events.object_id, audit_events.id, audit_events.actor_id, audit_events.address,
                    audit_events.fields, audit_events.changes, audit_events.action
                from audit_events where \(all(of: conditions)) order by \(order) limit \(most)
            )
            select (select count(*) from walk) as seen,
                (select count(*) from (select from walk as audit_events where \(all(of: asked)) limit \(enough)) as fitting) as met
            """
    }

    private static func all(of conditions: [SQL]) -> SQL {
        conditions.isEmpty ? "true" : SQL.joined(conditions, by: " and ")
    }

    /// Returns the columns that `AuditSheetRows` reads. `opens`: with the users' names, and the keys of sealed
    /// values.
    package static func export(_ conditions: [SQL], zone: String, opens: Bool) -> SQL {
        let named: SQL =
            opens ? "coalesce(nullif(users.name, ''), audit_events.object_name)" : "audit_events.object_name"
        let wrapped: SQL = opens ? "subject_keys.wrapped" : "null::bytea"
        let joined: SQL =
            opens
            ? """
            left join users on audit_events.object_kind = 'user' and users.id = audit_events.object_id
            left join subject_keys on audit_events.sealed is not null and subject_keys.subject_id = audit_events.subject_id
            """ : ""
        return """
            select audit_events.sequence, audit_events.at at time zone \(zone), audit_events.actor_name, audit_events.address,
                audit_events.action, audit_events.object_kind, \(named), audit_events.object_id, audit_events.changes,
                audit_events.reason, audit_events.request_id, audit_events.id, audit_events.subject_id,
                audit_events.sealed, \(wrapped)
            from audit_events \(joined)
            where \(all(of: conditions)) order by audit_events.sequence desc
            """
    }

    /// Returns who last did that to the object.
    package static func last(_ action: AuditAction, of object: ID, zone: String) -> SQL {
        """
        select audit_events.actor_name, audit_events.at at time zone \(zone) as local_at
        from audit_events where audit_events.object_id = \(object) and audit_events.action = \(action.id)
        order by audit_events.sequence desc limit 1
        """
    }

    package static func count(_ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from audit_events where \(all(of: conditions)) limit \(limit)) as matching"
    }

    // MARK: Filtering

    /// Excludes events of reading: an index contains exactly the remaining ones.
    package static let notReading: SQL = "audit_events.action not in ('user.viewed', 'users.listed')"

    /// Times never decrease in a chain, so a time corresponds to a position in it: the list's own order then serves
    /// the time as well.
    package static func begins(at moment: SQL) -> SQL {
        """
        audit_events.sequence >= (select bound.sequence from audit_events as bound where bound.at >= \(moment)
            order by bound.at, bound.sequence limit 1)
        """
    }

    /// All of it is in a select of its own: under row-level security an index accepts a value, but no expression
    /// around one.
    package static func ends(before moment: SQL) -> SQL {
        """
        audit_events.sequence < (select coalesce((select bound.sequence from audit_events as bound where bound.at >= \(moment)
            order by bound.at, bound.sequence limit 1), 9223372036854775807))
        """
    }

    package static func among(_ sequences: [Int]) -> SQL {
        "audit_events.sequence = any(\(sequences.map { Int64($0) }))"
    }

    package static func changing(_ field: String, most: Int) -> SQL {
        "select array(select find_audit_field(\(field), \(most))) as sequences"
    }

    package static func holding(_ patterns: [String], most: Int) -> SQL {
        "select array(select find_audit_words(\(patterns), \(most))) as sequences"
    }

    package static func ofRequest(_ request: String, most: Int) -> SQL {
        """
        select array(select audit_events.sequence from audit_events where audit_events.request_id = \(request)
            limit \(most)) as sequences
        """
    }

    /// Searches one action after another, so that each search walks along its index.
    package static func doing(_ actions: [String], most: Int) -> SQL {
        """
        select array(select found.sequence from unnest(\(actions)) as wanted (action) cross join lateral (
            select audit_events.sequence from audit_events where audit_events.action = wanted.action
            order by audit_events.sequence desc limit \(most)) as found) as sequences
        """
    }

    package static func about(_ objects: [ID], most: Int) -> SQL {
        """
        select array(select audit_events.sequence from audit_events where audit_events.object_id = any(\(objects))
            limit \(most)) as sequences
        """
    }

    /// The same as a condition on each event, without an index.
    package static func holding(_ patterns: [String], request: String, objects: [ID], actions: [String]) -> SQL {
        """
        (lower(audit_events.actor_name || ' ' || audit_events.object_name || ' ' || audit_events.reason || ' '
                || left(audit_events.changes, 2000)) like any (\(patterns))
            or audit_events.request_id = \(request) or audit_events.object_id = any(\(objects))
            or audit_events.action = any(\(actions)))
        """
    }

    /// Returns changes to an object without readings: for the object's page.
    package static func done(to object: ID, kinds: [ObjectKind], zone: String, limit: Int) -> SQL {
        """
        select \(columns), audit_events.at at time zone \(zone) as local_at
        from audit_events
        where audit_events.object_id = \(object) and audit_events.object_kind = any(\(kinds.map(\.id)))
            and audit_events.object_id is not null and audit_events.action <> 'user.viewed'
        order by audit_events.sequence desc limit \(limit)
        """
    }

    /// Returns who read a person's page, among the last readings, and how often.
    package static func viewers(at object: ID, zone: String) -> SQL {
        """
        select looked.actor_name, count(*) as times, max(looked.at) at time zone \(zone) as last
        from (select audit_events.actor_id, audit_events.actor_kind, audit_events.actor_name, audit_events.at
            from audit_events where audit_events.object_id = \(object) and audit_events.action = 'user.viewed'
            order by audit_events.sequence desc limit 500) as looked
        group by looked.actor_id, looked.actor_kind, looked.actor_name order by max(looked.at) desc limit 6
        """
    }

    /// Returns all actors, for the filter.
    package static let actors: SQL = """
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
