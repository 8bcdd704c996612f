import Console
import HTML
import Postgres

/// All SQL on privacy requests, archives and holds. Row-level security adds the tenant.
enum PrivacyQueries {
    /// Returns a provider that goes on charging a user: an erasure here ends nothing there.
    static func charged(_ user: ID) -> SQL {
        """
        select subscriptions.provider from subscriptions
        where subscriptions.user_id = \(user) and subscriptions.state in ('trial', 'active', 'past_due')
            and subscriptions.provider in ('card', 'app_store', 'google_play')
        order by subscriptions.started_at desc limit 1
        """
    }

    // MARK: Requests

    private static let columns: SQL = """
        privacy_requests.id, privacy_requests.kind, privacy_requests.user_id, privacy_requests.state, privacy_requests.source,
        privacy_requests.note, privacy_requests.language, privacy_requests.received_at, privacy_requests.due_at,
        privacy_requests.is_extended, privacy_requests.attempt, privacy_requests.chunks, privacy_requests.bytes,
        privacy_requests.archived_until, privacy_requests.link_hash is not null as is_linked, privacy_requests.receipt, privacy_requests.asked_by, privacy_requests.asked_name,
        privacy_requests.asked_address, privacy_requests.asked_request,
        (select coalesce(sum(rows.value::bigint), 0)::bigint from jsonb_each_text(privacy_requests.gone) as rows) as gone_rows
        """

    static func one(_ id: ID) -> SQL { "select \(columns) from privacy_requests where privacy_requests.id = \(id)" }

    static func lock(_ id: ID) -> SQL {
        "select \(columns) from privacy_requests where privacy_requests.id = \(id) for update"
    }

    /// The requests of one user, the latest first.
    static func all(of user: ID, limit: Int) -> SQL {
        """
        select \(columns) from privacy_requests where privacy_requests.user_id = \(user)
        order by privacy_requests.received_at desc, privacy_requests.id desc limit \(limit)
        """
    }

    static func ids(of user: ID) -> SQL {
        "select privacy_requests.id from privacy_requests where privacy_requests.user_id = \(user)"
    }

    /// Returns the kinds and users as `PrivacyRequest.name` reads them.
    static func names(_ ids: [ID]) -> SQL {
        """
        select privacy_requests.id, privacy_requests.kind || ' ' || users.name as name
        from privacy_requests join users on users.id = privacy_requests.user_id where privacy_requests.id = any(\(ids))
        """
    }

    static func open(_ kind: PrivacyRequest.Kind, of user: ID) -> SQL {
        """
        select privacy_requests.id from privacy_requests
        where privacy_requests.user_id = \(user) and privacy_requests.kind = \(kind.rawValue)
            and privacy_requests.state in ('waiting', 'running', 'held', 'ready')
        """
    }

    /// When the row of `users` asked to be erased: NULL once that was refused.
    static let deletionRequested: SQL = openErasure(of: "users.id")

    static func openErasure(of user: SQL) -> SQL {
        """
        (select privacy_requests.received_at from privacy_requests
            where privacy_requests.user_id = \(user) and privacy_requests.kind = 'erasure'
                and privacy_requests.state in ('waiting', 'running', 'held', 'ready'))
        """
    }

    /// Returns one row, unless the same is requested already, or the person is erased. The month counts in the tenant's
    /// zone.
    static func add(
        _ id: ID, tenant: ID, _ kind: PrivacyRequest.Kind, of user: ID, _ source: PrivacyRequest.Source, _ note: String,
        by actor: Actor
    ) -> SQL {
        """
        insert into privacy_requests (tenant_id, id, kind, user_id, state, source, note, language, received_at, due_at)
        select \(tenant), \(id), \(kind.rawValue), users.id, 'waiting', \(source.rawValue), \(note), users.language, \(actor.now),
            (\(actor.now) at time zone tenants.zone + interval '1 month') at time zone tenants.zone
        from users join tenants on tenants.id = users.tenant_id
        where users.id = \(user) and users.erased_at is null
        on conflict (tenant_id, user_id, kind) where state in ('waiting', 'running', 'held', 'ready') do nothing
        """
    }

    static func set(_ id: ID, _ state: PrivacyRequest.State) -> SQL {
        "update privacy_requests set state = \(state.rawValue) where privacy_requests.id = \(id)"
    }

    static func begin(_ id: ID, by actor: Actor) -> SQL {
        """
        update privacy_requests set state = 'running', asked_by = \(actor.id), asked_name = \(actor.name),
            asked_address = \(actor.address), asked_request = \(actor.requestID)
        where privacy_requests.id = \(id)
        """
    }

    static func end(_ id: ID, _ state: PrivacyRequest.State, receipt: String = "", now: Timestamp) -> SQL {
        """
        update privacy_requests set state = \(state.rawValue), finished_at = \(now), receipt = \(receipt)
        where privacy_requests.id = \(id)
        """
    }

    /// Closes the user's other requests: the person that they concern is erased. An archive that is being made ends
    /// with its next piece. Returns the requests.
    static func closeOthers(of user: ID, than id: ID, now: Timestamp) -> SQL {
        """
        update privacy_requests set state = 'refused', finished_at = \(now), attempt = privacy_requests.attempt + 1, chunks = 0, bytes = 0,
            archived_until = null, link_hash = null, link_until = null
        where privacy_requests.user_id = \(user) and privacy_requests.id <> \(id)
            and privacy_requests.state in ('waiting', 'running', 'held', 'ready')
        returning privacy_requests.id
        """
    }

    /// The law allows two more months for a complex request, once.
    static func extend(_ id: ID) -> SQL {
        """
        update privacy_requests set is_extended = true,
            due_at = (privacy_requests.received_at at time zone tenants.zone + interval '3 months') at time zone tenants.zone
        from tenants where privacy_requests.id = \(id) and tenants.id = privacy_requests.tenant_id
        returning privacy_requests.due_at
        """
    }

    /// Erasures that could be started, those that are due first.
    static func erasures(limit: Int) -> SQL {
        """
        select privacy_requests.id, privacy_requests.due_at, users.name, users.email
        from privacy_requests join users on users.id = privacy_requests.user_id
        where privacy_requests.kind = 'erasure' and privacy_requests.state in ('waiting', 'held')
            and not exists (select from privacy_holds where privacy_holds.user_id = privacy_requests.user_id)
        order by privacy_requests.due_at, privacy_requests.id limit \(limit)
        """
    }

    // MARK: Holds

    static func hold(of user: ID) -> SQL {
        "select privacy_holds.reason, privacy_holds.set_by, privacy_holds.set_at from privacy_holds where privacy_holds.user_id = \(user)"
    }

    static func setHold(_ user: ID, tenant: ID, reason: String, by actor: Actor) -> SQL {
        """
        insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
        values (\(tenant), \(user), \(reason), \(actor.name), \(actor.now)) on conflict do nothing
        """
    }

    static func endHold(_ user: ID) -> SQL { "delete from privacy_holds where privacy_holds.user_id = \(user)" }

    /// Locks the user until the transaction ends: nobody writes rows about them meanwhile.
    static func isErased(_ user: ID) -> SQL {
        "select users.erased_at is not null as is_erased from users where users.id = \(user) for update"
    }

    /// Those of the users who are there and not erased.
    static func returned(_ users: [ID]) -> SQL {
        """
        select users.id, exists (select from privacy_holds where privacy_holds.user_id = users.id) as is_held,
            exists (select from privacy_requests where privacy_requests.user_id = users.id
                and privacy_requests.kind = 'erasure' and privacy_requests.state = 'held') as is_waiting
        from users where users.id = any(\(users)) and users.erased_at is null order by users.id
        """
    }

    // MARK: Erasing

    static func count(_ table: String, _ rows: Int, _ id: ID) -> SQL {
        """
        update privacy_requests set gone = privacy_requests.gone
            || jsonb_build_object(\(table)::text, coalesce((privacy_requests.gone ->> \(table)::text)::bigint, 0) + \(rows))
        where privacy_requests.id = \(id)
        """
    }

    static func gone(_ id: ID) -> SQL {
        """
        select rows.key, rows.value::bigint as n from privacy_requests, jsonb_each_text(privacy_requests.gone) as rows
        where privacy_requests.id = \(id) order by rows.key
        """
    }

    /// Deleting a suspended user keeps the reason of the suspension, for a restoration; an erased user is never
    /// restored, so it is removed.
    static func erased(_ user: ID, at now: Timestamp) -> SQL {
        """
        update users set erased_at = \(now), deleted_from = 'active', deleted_from_reason = '', version = version + 1
        where users.id = \(user)
        """
    }

    /// Every process drops its caches.
    static let forget: SQL = "select pg_notify('roost_kept', '')"
    static let forgetEmptyCounts: SQL = "select forget_empty_counts()"

    // MARK: Archives

    /// Starts from the first piece, whatever an earlier attempt has left.
    static func beginArchive(_ id: ID, attempt: Int) -> SQL {
        """
        update privacy_requests set attempt = \(attempt), chunks = 0, bytes = 0, archived_until = null, link_hash = null,
            link_until = null
        where privacy_requests.id = \(id)
        """
    }

    static func deleteArchive(_ id: ID) -> SQL {
        "delete from privacy_archives where privacy_archives.request_id = \(id)"
    }

    static func addChunk(_ content: [UInt8], _ number: Int, of request: PrivacyRequest, attempt: Int, tenant: ID) -> SQL
    {
        """
        insert into privacy_archives (tenant_id, request_id, attempt, number, user_id, content)
        values (\(tenant), \(request.id), \(attempt), \(number), \(request.user), \(content))
        """
    }

    /// Returns one row, unless another attempt has started.
    static func move(_ id: ID, attempt: Int, chunks: Int, bytes: Int) -> SQL {
        """
        update privacy_requests set chunks = \(chunks), bytes = \(bytes)
        where privacy_requests.id = \(id) and privacy_requests.attempt = \(attempt) and privacy_requests.state = 'running'
        """
    }

    static func archived(_ id: ID, attempt: Int, until: Timestamp) -> SQL {
        """
        update privacy_requests set state = 'ready', archived_until = \(until)
        where privacy_requests.id = \(id) and privacy_requests.attempt = \(attempt) and privacy_requests.state = 'running'
        """
    }

    static func chunk(_ number: Int, attempt: Int, of id: ID) -> SQL {
        """
        select privacy_archives.content from privacy_archives where privacy_archives.request_id = \(id)
            and privacy_archives.attempt = \(attempt) and privacy_archives.number = \(number)
        """
    }

    static func link(_ id: ID, hash: [UInt8], until: Timestamp) -> SQL {
        "update privacy_requests set link_hash = \(hash), link_until = \(until) where privacy_requests.id = \(id)"
    }

    /// The same, unless another link was made meanwhile.
    static func linkFirst(_ id: ID, hash: [UInt8], until: Timestamp) -> SQL {
        """
        update privacy_requests set link_hash = \(hash), link_until = \(until)
        where privacy_requests.id = \(id) and coalesce(privacy_requests.link_hash, \(hash)) = \(hash)
        """
    }

    /// Returns the user's address, and what keeps a link from being mailed there.
    static func mailbox(of user: ID) -> SQL {
        """
        select users.email, users.status = 'active' as may_sign_in, accounts.confirmed_at is not null as is_confirmed
        from users left join accounts on accounts.user_id = users.id where users.id = \(user)
        """
    }

    /// Returns the user's address, if they have confirmed it and may sign in.
    static func confirmed(_ user: ID) -> SQL {
        """
        select users.email, users.name, users.language from users join accounts on accounts.user_id = users.id
        where users.id = \(user) and users.status = 'active' and accounts.confirmed_at is not null
        """
    }

    static func linked(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        select \(columns) from privacy_requests where privacy_requests.link_hash = \(hash)
            and privacy_requests.link_until > \(now) and privacy_requests.archived_until > \(now) for update
        """
    }

    /// The link stops working.
    static func fetched(_ id: ID, now: Timestamp) -> SQL {
        """
        update privacy_requests set state = 'done', finished_at = coalesce(privacy_requests.finished_at, \(now)), link_hash = null,
            link_until = null
        where privacy_requests.id = \(id)
        """
    }

    /// Deletes the expired archives of all tenants.
    static let forgetArchives: SQL = "select forget_privacy_archives() as forgotten"

    /// The audit events about a user and about their requests, the oldest first.
    static func events(about user: ID, after sequence: Int, limit: Int) -> SQL {
        """
        select audit_events.sequence, audit_events.id, audit_events.at, audit_events.actor_kind, audit_events.actor_name,
            audit_events.action, audit_events.object_kind, audit_events.changes, audit_events.sealed, audit_events.subject_id,
            audit_events.reason
        from audit_events
        where (audit_events.subject_id = \(user) or audit_events.object_id = any (array(
                select \(user)::uuid union all
                select privacy_requests.id from privacy_requests where privacy_requests.user_id = \(user))))
            and audit_events.sequence > \(sequence)
        order by audit_events.sequence limit \(limit)
        """
    }
}
