import Console
import HTML
import Postgres
import Templates
import Web

/// Signs a user out of one app on one device.
struct EndUserSession: Changing {
    let user: ID
    let session: ID

    init(_ request: WebRequest) throws { (user, session) = (try request.id("user"), try request.id("session")) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.execute(UserAccountQueries.end(session, of: user, now: actor.now)) == 1 else {
            throw Refusal.notFound
        }
        return Change(
            AuditEvent(.accountSessionsEnded, on: .user, user, subject: user),
            next: .to("\(actor.link("users"))/\(user)", flash: Strings.user_session_was_ended))
    }
}

/// Signs a user out everywhere.
struct EndUserSessions: Changing {
    let user: ID

    init(_ request: WebRequest) throws { user = try request.id("user") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.first(UserAccountQueries.exists(user)) != nil else { throw Refusal.notFound }
        try AccountSessions.endAll(of: user, .admin, now: actor.now, in: tx)
        return Change(
            AuditEvent(.accountSessionsEnded, on: .user, user, subject: user),
            next: .to("\(actor.link("users"))/\(user)", flash: Strings.user_sessions_were_ended))
    }
}
