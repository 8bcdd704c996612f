import Postgres
import Secrets
import Web

/// A session that was just made: its cookie's value is known here once.
package struct NewSession {
    /// A session ends after 12 hours, however much it is used.
    private static let fullSeconds: Int64 = 12 * 3600
    /// A sign-in without its second step lasts 10 minutes.
    private static let halfSeconds: Int64 = 600
    package static let mostPerAdmin = 5

    package var id: ID
    package var token: Token
    package var cookie: Cookie

    /// `replacing` ends the session it grew from: a new id at every step up. `confirmed`: when the second step was proven.
    package static func make(
        for admin: ID, stage: String, replacing old: [UInt8]?, confirmed: Timestamp? = nil, request: WebRequest,
        in tx: borrowing TenantTransaction
    ) throws -> NewSession {
        let token = Token.random()
        let id = ID.make(at: request.now)
        let seconds = stage == "full" ? fullSeconds : halfSeconds
        if let old {
            let ended = try tx.execute(SessionQueriesAcrossTenants.end(old, now: request.now))
            // Two requests at once: the first one ended it, and only one session grows from another.
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

    /// The same session under a new id, its second step proven now. It ends when the old one would have: twelve hours
    /// are twelve hours, however often one proves oneself.
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
