import Console
import Postgres
import Secrets
import Web

/// Sessions of users in apps: their start, refresh and end.
enum AccountSessions {
    /// The seconds without a refresh after which a session expires.
    static let idleSeconds: Int64 = 30 * 86_400
    /// The seconds after which a session ends however often it was refreshed: then the user signs in again.
    static let mostSeconds: Int64 = 365 * 86_400

    /// Returns when a session expires that was refreshed now.
    static func end(begun: Timestamp, refreshed now: Timestamp) -> Timestamp {
        min(now.adding(seconds: idleSeconds), begun.adding(seconds: mostSeconds))
    }

    static func begin(
        of user: ID, in app: AccountApp, _ scopes: [AccountScope], authenticated: Timestamp, issuer: String,
        now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> AccessToken {
        let id = ID.make(at: now)
        try tx.execute(
            OAuthQueries.addSession(
                id, of: user, app: app.id, scopes: scopes.names, authenticated: authenticated, now: now,
                expires: now.adding(seconds: idleSeconds)))
        return AccessToken(
            tenant: tx.tenant, user: user, session: id, app: app.id, scopes: scopes.names,
            authenticated: authenticated, issuer: issuer)
    }

    /// Makes a refresh token, which works once.
    static func refreshToken(
        of session: ID, now: Timestamp, in tx: borrowing TenantTransaction, _ keys: InstallationKeys
    ) throws -> String {
        let token = RefreshToken(of: session, in: tx.tenant, keys)
        try tx.execute(OAuthQueries.addRefreshToken(token.hash, of: session, now: now))
        return token.text
    }

    @discardableResult
    static func end(
        _ session: ID, _ why: SessionEnd, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        try tx.execute(OAuthQueries.endSession(session, why, now: now)) > 0
    }

    /// Ends all sessions of a user, and deletes the codes that could still become a session.
    static func endAll(of user: ID, _ why: SessionEnd, now: Timestamp, in tx: borrowing TenantTransaction) throws {
        try tx.execute(OAuthQueries.removeCodes(of: user))
        try tx.execute(OAuthQueries.endSessions(of: user, why, now: now))
    }
}
