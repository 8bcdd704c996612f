import Postgres
import Secrets

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

    /// Adds what sealed values are found by. Each mark has its event and the subject whose key seals the value.
    /// In the call of a user who writes about somebody else, as a teacher does of students, there are none: the wall lets
    /// a call add marks of its own person alone.
    package static func addMarks(_ marks: [AuditMarks.Mark], tenant: ID) -> SQL {
        """
        insert into audit_sealed_values (tenant_id, mark, event_id, subject_id)
        select \(tenant), made.mark, made.event_id, made.subject_id
        from unnest(\(Bind.byteStrings(marks.map(\.bytes))), \(marks.map(\.event)), \(marks.map(\.subject)))
            as made (mark, event_id, subject_id)
        where (select current_person()) is null or made.subject_id = (select current_person())
        on conflict do nothing
        """
    }

    /// Returns `sequences`: the first events of a stretch, in its direction, that have such a sealed value and fit.
    package static func sealed(
        as mark: [UInt8], _ conditions: [SQL], from low: Int64, to high: Int64, rising: Bool, most: Int
    ) -> SQL {
        let order: SQL = rising ? "audit_events.sequence" : "audit_events.sequence desc"
        return """
            select array(select audit_events.sequence from audit_sealed_values
                join audit_events on audit_events.id = audit_sealed_values.event_id
                where audit_sealed_values.mark = \(mark) and audit_events.sequence between \(low) and \(high)
                    and \(all(of: conditions))
                order by \(order) limit \(most)) as sequences
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

    /// Those that fit of so short a stretch that each of its events is looked at.
    package static func near(_ conditions: [SQL], from low: Int64, to high: Int64, rising: Bool, most: Int) -> SQL {
        let order: SQL = rising ? "audit_events.sequence" : "audit_events.sequence desc"
        return """
            select array(select audit_events.sequence from audit_events
                where audit_events.sequence between \(low) and \(high) and \(all(of: conditions))
                order by \(order) limit \(most)) as sequences
            """
    }

    /// Those that fit, of the whole stretch, by the index that has all filters in it.
    package static func found(
        _ filter: AuditFilter, _ words: Words?, from low: Int64, to high: Int64, rising: Bool, most: Int
    )
        -> SQL
    {
        let (actor, kind): (ID?, String?) =
            switch filter.actor {
            case .admin(let id): (id, nil)
            case .kind(let kind): (nil, kind.rawValue)
            case nil: (nil, nil)
            }
        let wanted: SQL =
            words.map { "\($0.patterns), \($0.objects), \($0.actions), \($0.request)" }
            ?? "null::text[], null::uuid[], null::text[], null::text"
        return """
            select found.sequences, found.is_all
            from find_audit(\(wanted), \(filled(filter.field)), \(actor), \(kind), \(filter.action?.id),
                \(filter.kind?.id), \(filled(filter.address)), \(filter.hidesReads), \(low), \(high), \(rising), \(most)) as found
            """
    }

    private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// The first and the last event of the trail that may fit, by when they were; NULL when there is none.
    package static func span(from begins: [SQL], until ends: [SQL]) -> SQL {
        let first: SQL = "(select audit_events.sequence from audit_events order by audit_events.sequence limit 1)"
        let last: SQL = "(select audit_events.sequence from audit_events order by audit_events.sequence desc limit 1)"
        let lows = begins.map { "coalesce(\(place(of: $0)), 9223372036854775807)" as SQL }
        let highs = ends.map { "coalesce(\(place(of: $0)), 9223372036854775807) - 1" as SQL }
        return """
            select greatest(\(SQL.joined([first] + lows, by: ", "))) as low, least(\(SQL.joined([last] + highs, by: ", "))) as high
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

    /// Returns `ids`, at most so many of the objects of a kind that events are about.
    package static func objects(of kind: ObjectKind, _ conditions: [SQL], most: Int) -> SQL {
        """
        select array(select distinct audit_events.object_id from audit_events
            where audit_events.object_kind = \(kind.id) and audit_events.object_id is not null and \(all(of: conditions))
            limit \(most)) as ids
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

    /// Times never run backwards in a chain, so a time is a place in it: the list's own
    /// order then serves the time as well.
    package static func begins(at moment: SQL) -> SQL { "audit_events.sequence >= \(place(of: moment))" }

    /// All of it is in a select of its own: under row-level security an index accepts a value, but no expression
    /// around one.
    package static func ends(before moment: SQL) -> SQL {
        "audit_events.sequence < (select coalesce(\(place(of: moment)), 9223372036854775807))"
    }

    /// The first event from then on.
    private static func place(of moment: SQL) -> SQL {
        """
        (select bound.sequence from audit_events as bound where bound.at >= \(moment)
            order by bound.at, bound.sequence limit 1)
        """
    }

    package static func among(_ sequences: [Int]) -> SQL {
        "audit_events.sequence = any(\(sequences.map { Int64($0) }))"
    }

    package static func changing(_ field: String) -> SQL { "\(field) = any(audit_events.fields)" }

    /// What is searched for: anywhere in an event's words, a request, events of these objects, or these actions; and the events that
    /// have it as a sealed value.
    package struct Words: Sendable {
        package var patterns: [String]
        package var request: String
        package var objects: [ID]
        package var actions: [String]
        /// What a sealed value is found by; nil if the reader may not find any.
        package var mark: [UInt8]?

        package init(patterns: [String], request: String, objects: [ID], actions: [String], mark: [UInt8]?) {
            self.mark = mark
            self.patterns = patterns
            self.request = request
            self.objects = objects
            self.actions = actions
        }
    }

    /// As a condition of each event, without an index.
    package static func holding(_ words: Words) -> SQL {
        // As text: files are made by COPY, in which no bytes can stand.
        let sealed: SQL =
            words.mark.map { mark -> SQL in
                """
                exists (select from audit_sealed_values
                    where audit_sealed_values.mark = decode(\(Hex.encode(mark)), 'hex') and audit_sealed_values.event_id = audit_events.id)
                """
            } ?? "false"
        return """
            (lower(audit_events.actor_name || ' ' || audit_events.object_name || ' ' || audit_events.reason || ' '
                    || left(audit_events.changes, 2000)) like any (\(words.patterns))
                or audit_events.request_id = \(words.request) or audit_events.object_id = any(\(words.objects))
                or audit_events.action = any(\(words.actions)) or \(sealed))
            """
    }

    /// Returns changes to an object without readings: for the object's page. `only`: those of these actions; nil: all.
    package static func done(
        to object: ID, kinds: [ObjectKind], only actions: [AuditAction]? = nil, zone: String, limit: Int
    ) -> SQL {
        """
        select \(columns), audit_events.at at time zone \(zone) as local_at
        from audit_events
        where audit_events.object_id = \(object) and audit_events.object_kind = any(\(kinds.map(\.id)))
            and audit_events.object_id is not null and audit_events.action <> 'user.viewed'
            and \(actions.map { "audit_events.action = any(\($0.map(\.id)))" as SQL } ?? "true")
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
