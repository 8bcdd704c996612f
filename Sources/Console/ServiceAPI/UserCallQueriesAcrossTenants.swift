import Postgres

/// All SQL that authenticates a user's call.
enum UserCallQueriesAcrossTenants {
    static func key(_ id: ID) -> SQL { "select found.tenant_id, found.public_key from account_key(\(id)) as found" }

    /// Sets both row-level restrictions of the transaction: the tenant and, within it, the user.
    static func enter(_ token: AccessToken) -> SQL {
        """
        select set_config('roost.tenant', \(token.tenant.description), true) as tenant,
            set_config('roost.user', \(token.user.description), true) as person
        """
    }

    /// Read with each call, in the round trip of the authentication: a sign-out, a suspension or a changed switch
    /// takes effect with the next call in every process. Returns no row if the user has no access.
    static func caller(_ token: AccessToken, now: Timestamp) -> SQL {
        """
        select tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent,
            tenants.languages, tenants.service_api_on, tenants.push_on, users.language, users.seen_at,
            set_config('roost.zone', tenants.zone, true) as entered
        from tenants
        join users on users.id = \(token.user) and users.status = 'active'
        join account_sessions on account_sessions.id = \(token.session) and account_sessions.user_id = users.id
            and account_sessions.ended_at is null and account_sessions.expires_at > \(now)
        where tenants.id = current_tenant() and tenants.archived_at is null
        """
    }

    static func touch(_ users: [ID], at times: [Timestamp]) -> SQL {
        """
        update users set seen_at = greatest(users.seen_at, used.at)
        from unnest(\(users), \(times)) as used (id, at)
        where users.id = used.id and users.erased_at is null
        """
    }
}
