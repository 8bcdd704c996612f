import Console
import Postgres
import Secrets
import Web

/// Sessions of users in apps: their start, refresh and end.
enum AccountSessions {
    /// The seconds without a refresh after which a session expires.
    static let idleSeconds: Int64 = 30 * 86_400

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
    static func refreshToken(of session: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws -> String {
        let token = Token.random()
        try tx.execute(OAuthQueries.addRefreshToken(token.hash, of: session, now: now))
        return token.text
    }

    static func end(_ session: ID, _ why: SessionEnd, now: Timestamp, in tx: borrowing TenantTransaction) throws {
        try tx.execute(OAuthQueries.endSession(session, why, now: now))
    }

    /// Ends all sessions of a user, and deletes the codes that could still become a session.
    static func endAll(of user: ID, _ why: SessionEnd, now: Timestamp, in tx: borrowing TenantTransaction) throws {
        try tx.execute(OAuthQueries.removeCodes(of: user))
        try tx.execute(OAuthQueries.endSessions(of: user, why, now: now))
    }
}
