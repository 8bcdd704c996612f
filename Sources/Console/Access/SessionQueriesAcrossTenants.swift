import Postgres

/// All SQL on sessions. Sessions belong to the installation: an admin has one for all their tenants.
package enum SessionQueriesAcrossTenants {
    /// Finds the admin of a session, and the tenant if the admin has access to it; then it also sets the
    /// transaction's tenant.
    package static func authenticate(_ tokenHash: [UInt8], slug: String, now: Timestamp) -> SQL {
        """
        select entry.session_id, entry.stage, entry.last_used_at, entry.proved_at, entry.pending_secret, entry.admin_id,
            entry.email, entry.name, entry.language, entry.theme, entry.is_operator, entry.role, entry.role_permissions,
            entry.used_at, entry.tenant_id, entry.slug, entry.tenant_name, entry.kind, entry.holds_people, entry.zone,
            entry.currency, entry.accent, entry.languages, entry.is_archived, entry.sign_up_on, entry.service_api_on,
            entry.push_on, entry.checkout_on, tenant_icon(entry.tenant_id) as icon_id,
            (select sessions.expires_at from sessions where sessions.token_hash = \(tokenHash)) as expires_at
        from enter_console(\(tokenHash), \(slug), \(now)) as entry
        """
    }

    package static func setTenant(_ tenant: ID) -> SQL {
        "select set_config('roost.tenant', \(tenant.description), true)"
    }

    package static func add(
        _ tokenHash: [UInt8], id: ID, admin: ID, stage: String, address: String, agent: String, now: Timestamp,
        confirmed: Timestamp?, expires: Timestamp
    ) -> SQL {
        """
        insert into sessions (
            token_hash, id, admin_id, stage, address, agent, created_at, last_used_at, proved_at, expires_at)
        values (\(tokenHash), \(id), \(admin), \(stage), \(address), \(agent), \(now), \(now), \(confirmed), \(expires))
        """
    }

    /// Ends a session and adds another in its place, with a fresh step-up authentication. Of simultaneous requests
    /// only the first gets a row.
    package static func renew(_ old: [UInt8], _ new: [UInt8], id: ID, address: String, now: Timestamp) -> SQL {
        """
        with ended as (
            update sessions set ended_at = \(now) where sessions.token_hash = \(old) and sessions.ended_at is null
            returning sessions.admin_id, sessions.stage, sessions.agent, sessions.expires_at)
        insert into sessions (
            token_hash, id, admin_id, stage, address, agent, created_at, last_used_at, proved_at, expires_at)
        select \(new), \(id), ended.admin_id, ended.stage, \(address), ended.agent, \(now), \(now), \(now), ended.expires_at
        from ended
        """
    }

    package static func end(_ tokenHash: [UInt8], now: Timestamp) -> SQL {
        "update sessions set ended_at = \(now) where sessions.token_hash = \(tokenHash) and sessions.ended_at is null"
    }

    package static func end(id: ID, of admin: ID, now: Timestamp) -> SQL {
        """
        update sessions set ended_at = \(now)
        where sessions.id = \(id) and sessions.admin_id = \(admin) and sessions.ended_at is null
        """
    }

    package static func endOthers(of admin: ID, but session: ID, now: Timestamp) -> SQL {
        """
        update sessions set ended_at = \(now)
        where sessions.admin_id = \(admin) and sessions.id <> \(session) and sessions.ended_at is null
        """
    }

    package static func endAll(of admin: ID, now: Timestamp) -> SQL {
        "update sessions set ended_at = \(now) where sessions.admin_id = \(admin) and sessions.ended_at is null"
    }

    /// Ends all but the newest `most` sessions of an admin.
    package static func endOldest(of admin: ID, keeping most: Int, now: Timestamp) -> SQL {
        """
        update sessions set ended_at = \(now)
        where sessions.admin_id = \(admin) and sessions.ended_at is null and sessions.stage = 'full'
            and sessions.token_hash not in (
                select newest.token_hash from sessions as newest
                where newest.admin_id = \(admin) and newest.ended_at is null and newest.stage = 'full'
                order by newest.created_at desc, newest.token_hash limit \(most))
        """
    }

    package static func all(of admin: ID, now: Timestamp) -> SQL {
        """
        select sessions.id, sessions.address, sessions.agent, sessions.last_used_at
        from sessions
        where sessions.admin_id = \(admin) and sessions.stage = 'full' and sessions.ended_at is null
            and sessions.expires_at > \(now)
        order by sessions.last_used_at desc limit 50
        """
    }

    package static func setPendingSecret(_ sealed: [UInt8], of session: ID) -> SQL {
        "update sessions set pending_secret = \(sealed) where sessions.id = \(session)"
    }

    package static func touch(_ sessions: [ID], at times: [Timestamp]) -> SQL {
        """
        update sessions set last_used_at = greatest(sessions.last_used_at, used.at)
        from unnest(\(sessions), \(times)) as used (id, at)
        where sessions.id = used.id and sessions.ended_at is null
        """
    }

    /// Runs in the tenant of those admins.
    package static func touchMemberships(of admins: [ID], at times: [Timestamp]) -> SQL {
        """
        update memberships set used_at = greatest(memberships.used_at, used.at)
        from unnest(\(admins), \(times)) as used (id, at)
        where memberships.admin_id = used.id
        """
    }

    /// Deletes sessions 30 days after their end.
    package static func deleteOld(now: Timestamp) -> SQL {
        "delete from sessions where coalesce(sessions.ended_at, sessions.expires_at) < \(now.adding(seconds: -30 * 86400))"
    }
}
