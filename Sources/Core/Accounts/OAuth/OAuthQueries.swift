import Console
import Postgres

/// SQL on codes, sessions and refresh tokens. Row-level security adds the tenant to every statement.
enum OAuthQueries {
    // MARK: Codes

    static func addCode(
        _ hash: [UInt8], _ request: AuthorizationRequest, of user: ID, now: Timestamp, expires: Timestamp
    ) -> SQL {
        """
        insert into account_codes (tenant_id, code_hash, app_id, user_id, redirect_uri, challenge, scopes, nonce, created_at, expires_at)
        values (current_tenant(), \(hash), \(request.app.id), \(user), \(request.redirect.text), \(request.challenge),
            \(request.scopes.names), \(request.nonce), \(now), \(expires))
        """
    }

    /// Locks the code until the transaction ends: of two simultaneous uses, the second sees what the first has done.
    static func lockCode(_ hash: [UInt8]) -> SQL {
        """
        select account_codes.app_id, account_codes.user_id, account_codes.redirect_uri, account_codes.challenge, account_codes.scopes,
            account_codes.nonce, account_codes.created_at, account_codes.expires_at, account_codes.used_at is not null as is_used,
            account_codes.session_id
        from account_codes where account_codes.code_hash = \(hash) for update
        """
    }

    static func useCode(_ hash: [UInt8], for session: ID?, now: Timestamp) -> SQL {
        """
        update account_codes set used_at = coalesce(account_codes.used_at, \(now)),
            session_id = coalesce(account_codes.session_id, \(session))
        where account_codes.code_hash = \(hash)
        """
    }

    static func removeCodes(of user: ID) -> SQL { "delete from account_codes where account_codes.user_id = \(user)" }

    // MARK: Sessions

    static func addSession(
        _ id: ID, of user: ID, app: ID, scopes: [String], authenticated: Timestamp, now: Timestamp, expires: Timestamp
    ) -> SQL {
        """
        insert into account_sessions (tenant_id, id, user_id, app_id, scopes, authenticated_at, created_at, refreshed_at, expires_at)
        values (current_tenant(), \(id), \(user), \(app), \(scopes), \(authenticated), \(now), \(now), \(expires))
        """
    }

    static func lockSession(_ id: ID) -> SQL {
        """
        select account_sessions.user_id, account_sessions.app_id, account_sessions.scopes, account_sessions.authenticated_at,
            account_sessions.created_at, account_sessions.ended_at is not null as is_ended, account_sessions.expires_at
        from account_sessions where account_sessions.id = \(id) for update
        """
    }

    static func prolongSession(_ id: ID, now: Timestamp, until: Timestamp) -> SQL {
        "update account_sessions set refreshed_at = \(now), expires_at = \(until) where account_sessions.id = \(id)"
    }

    static func endSession(_ id: ID, _ why: SessionEnd, now: Timestamp) -> SQL {
        """
        update account_sessions set ended_at = \(now), ended_because = \(why.rawValue)
        where account_sessions.id = \(id) and account_sessions.ended_at is null
        """
    }

    static func endSessions(of user: ID, _ why: SessionEnd, now: Timestamp) -> SQL {
        """
        update account_sessions set ended_at = \(now), ended_because = \(why.rawValue)
        where account_sessions.user_id = \(user) and account_sessions.ended_at is null and account_sessions.expires_at > \(now)
        """
    }

    // MARK: Refresh tokens

    static func addRefreshToken(_ hash: [UInt8], of session: ID, now: Timestamp) -> SQL {
        """
        insert into account_refresh_tokens (tenant_id, token_hash, session_id, created_at)
        values (current_tenant(), \(hash), \(session), \(now))
        """
    }

    static func lockRefreshToken(_ hash: [UInt8]) -> SQL {
        """
        select account_refresh_tokens.session_id, account_refresh_tokens.used_at is not null as is_used
        from account_refresh_tokens where account_refresh_tokens.token_hash = \(hash) for update
        """
    }

    static func useRefreshToken(_ hash: [UInt8], now: Timestamp) -> SQL {
        "update account_refresh_tokens set used_at = \(now) where account_refresh_tokens.token_hash = \(hash)"
    }

    /// Returns the user of a token; no row if they may not sign in, or their session has ended.
    static func person(_ user: ID, session: ID, now: Timestamp) -> SQL {
        """
        select users.email, users.name, users.language, users.zone, accounts.confirmed_at is not null as is_confirmed
        from users
        join account_sessions on account_sessions.user_id = users.id and account_sessions.id = \(session)
            and account_sessions.ended_at is null and account_sessions.expires_at > \(now)
        left join accounts on accounts.user_id = users.id
        where users.id = \(user) and users.status = 'active'
        """
    }

    // MARK: Keys

    /// Returns the newest key first, which may not sign yet.
    static let keys: SQL = """
        select account_keys.id, account_keys.algorithm, account_keys.public_key, account_keys.private_key, account_keys.signs_from
        from account_keys order by account_keys.signs_from desc, account_keys.id desc
        """

    static func keys(for algorithm: String) -> SQL {
        """
        select account_keys.id, account_keys.private_key, account_keys.signs_from from account_keys
        where account_keys.algorithm = \(algorithm) order by account_keys.signs_from desc, account_keys.id desc
        """
    }

    /// Returns the algorithms that apps are registered for.
    static let algorithms: SQL = "select distinct account_apps.id_token_algorithm as algorithm from account_apps"

    static func addKey(
        _ id: ID, for algorithm: String, publicKey: [UInt8], privateKey: [UInt8], now: Timestamp, signsFrom: Timestamp
    ) -> SQL {
        """
        insert into account_keys (tenant_id, id, algorithm, public_key, private_key, created_at, signs_from)
        values (current_tenant(), \(id), \(algorithm), \(publicKey), \(privateKey), \(now), \(signsFrom))
        """
    }

    /// Locks out, for the transaction, other processes that make a key for the same tenant.
    static let alone: SQL =
        "select pg_advisory_xact_lock(hashtext('account_keys'), hashtext(current_tenant()::text)) as held"

    static func removeRetiredKeys(before retired: Timestamp) -> SQL {
        """
        delete from account_keys where exists (select from account_keys as later
            where later.algorithm = account_keys.algorithm and later.signs_from > account_keys.signs_from and later.signs_from < \(retired))
        """
    }
}

/// The stored reason why a session has ended.
enum SessionEnd: String, Sendable {
    case signedOut = "signed_out"
    case codeReplayed = "code_replayed"
    case refreshReused = "refresh_reused"
    case password, admin, app, suspended
}
