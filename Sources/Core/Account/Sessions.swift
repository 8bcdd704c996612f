import Console
import Postgres
import Templates
import Web

/// Ends one of the admin's own sessions, on every process, before the response is sent.
struct EndSession: Changing {
    let session: ID

    init(_ request: WebRequest) throws {
        session = try request.id("session")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id,
            try tx.execute(SessionQueriesAcrossTenants.end(id: session, of: admin, now: actor.now)) == 1
        else { throw Refusal.notFound }
        return Change(
            AuditEvent(.adminSessionEnded, on: .session, session, name: actor.name),
            next: .to("/account", flash: Strings.account_session_ended))
    }
}

/// Ends all of the admin's sessions except this one.
struct EndOtherSessions: Changing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id, let session = actor.session else { throw Refusal.notAllowed }
        let ended = try tx.execute(SessionQueriesAcrossTenants.endOthers(of: admin, but: session.id, now: actor.now))
        return Change(
            AuditEvent(
                .adminSessionsEnded, on: .admin, admin, name: actor.name,
                changes: [.init("sessions", new: String(ended))]),
            next: .to("/account", flash: Strings.account_sessions_ended))
    }
}
