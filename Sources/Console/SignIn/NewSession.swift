import Postgres
import Secrets
import Web

/// A session that was just created: only here the value of its cookie is known.
package struct NewSession {
    /// A session ends after 12 hours, however much it is used.
    private static let fullSeconds: Int64 = 12 * 3600
    /// A sign-in without its second step lasts 10 minutes.
    private static let halfSeconds: Int64 = 600
    package static let mostPerAdmin = 5

    package var id: ID
    package var token: Token
    package var cookie: Cookie

    /// `replacing` ends the earlier session: each authentication step gets a new id. `confirmed`: the time of the
    /// second step.
    package static func make(
        for admin: ID, stage: String, replacing old: [UInt8]?, confirmed: Timestamp? = nil, request: WebRequest,
        in tx: borrowing TenantTransaction
    ) throws -> NewSession {
        let token = Token.random()
        let id = ID.make(at: request.now)
        let seconds = stage == "full" ? fullSeconds : halfSeconds
        if let old {
            let ended = try tx.execute(SessionQueriesAcrossTenants.end(old, now: request.now))
            // Of two simultaneous requests, the first has ended the old session; only one session may replace it.
            if stage == "full", ended == 0 { throw Refusal.notAllowed }
        }
        try tx.execute(
            SessionQueriesAcrossTenants.add(
                token.hash, id: id, admin: admin, stage: stage, address: request.address,
                agent: String((request.headers[.userAgent] ?? "").prefix(200)), now: request.now, confirmed: confirmed,
                expires: request.now.adding(seconds: seconds)))
        if stage == "full" {
            try tx.execute(SessionQueriesAcrossTenants.endOldest(of: admin, keeping: mostPerAdmin, now: request.now))
        }
        return NewSession(
            id: id, token: token,
            cookie: Cookie(name: Authentication.cookie, value: token.text, isSecure: request.isSecure))
    }

    /// Replaces the session by one with a new id and a fresh step-up authentication. It ends when the old one would
    /// have: twelve hours stay twelve hours, however often step-up authentication is repeated.
    package static func renew(_ old: [UInt8], request: WebRequest, in tx: borrowing TenantTransaction) throws
        -> NewSession
    {
        let token = Token.random()
        let id = ID.make(at: request.now)
        guard
            try tx.execute(
                SessionQueriesAcrossTenants.renew(old, token.hash, id: id, address: request.address, now: request.now))
                == 1
        else { throw Refusal.notAllowed }
        return NewSession(
            id: id, token: token,
            cookie: Cookie(name: Authentication.cookie, value: token.text, isSecure: request.isSecure))
    }
}
