import Console
import Postgres
import Secrets
import Web

/// Browsers in which an admin has signed in before. Back-off does not apply to them, so attempts by others don't lock
/// the admin out. A browser is known for half a year after the last sign-in, and for a day after it was let in by mail.
enum KnownDevices {
    static let cookie = "roost-device"
    static let days: Int64 = 180
    /// For a browser that was let in and not signed in with yet.
    private static let letInSeconds: Int64 = 86_400
    private static let mostPerAdmin = 20

    static func hash(of request: WebRequest) -> [UInt8]? {
        request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap { Token($0) }?.hash
    }

    /// Runs the query even if there is no such admin: so the sign-in page does the same work for every e-mail.
    /// `signedIn`: only a browser that somebody has signed in with.
    static func knows(
        _ hash: [UInt8]?, _ admin: ID?, signedIn: Bool = false, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        let row = try tx.first(
            """
            select exists (select from known_devices
                where known_devices.token_hash = \(hash ?? []) and known_devices.admin_id = \(admin ?? Tenant.installation.id)
                    and not (known_devices.is_let_in and \(signedIn))
                    and known_devices.created_at > case when known_devices.is_let_in then \(now.adding(seconds: -letInSeconds))
                        else \(now.adding(seconds: -days * 86400)) end) as known
            """)
        return try row?.bool("known") ?? false
    }

    /// Makes the request's browser a known one, with a new token instead of its old one. Also returns whether somebody
    /// has signed in with it before.
    static func remember(_ request: WebRequest, of admin: ID, in tx: borrowing TenantTransaction) throws -> (
        cookie: Cookie, wasKnown: Bool
    ) {
        let old = hash(of: request)
        let wasKnown = try knows(old, admin, signedIn: true, now: request.now, in: tx)
        return (try add(request, instead: old, of: admin, isLetIn: false, in: tx), wasKnown)
    }

    /// Makes the request's browser one that need not wait, before anybody has signed in with it.
    static func letIn(_ request: WebRequest, of admin: ID, in tx: borrowing TenantTransaction) throws -> Cookie {
        try add(request, instead: hash(of: request), of: admin, isLetIn: true, in: tx)
    }

    private static func add(
        _ request: WebRequest, instead old: [UInt8]?, of admin: ID, isLetIn: Bool, in tx: borrowing TenantTransaction
    ) throws -> Cookie {
        let token = Token.random()
        try tx.execute(
            """
            delete from known_devices where known_devices.admin_id = \(admin) and (known_devices.token_hash = \(old ?? [])
                or known_devices.token_hash in (select oldest.token_hash from known_devices as oldest
                    where oldest.admin_id = \(admin) order by oldest.created_at desc offset \(mostPerAdmin - 1)))
            """)
        try tx.execute(
            """
            insert into known_devices (token_hash, admin_id, created_at, is_let_in)
            values (\(token.hash), \(admin), \(request.now), \(isLetIn))
            """)
        // The browser keeps it no longer than the server knows it.
        return Cookie(
            name: cookie, value: token.text, isSecure: request.isSecure,
            maxAgeSeconds: Int(isLetIn ? letInSeconds : days * 86400))
    }

    static func invalidate(of admin: ID, but hash: [UInt8] = []) -> SQL {
        "delete from known_devices where known_devices.admin_id = \(admin) and known_devices.token_hash <> \(hash)"
    }

    static func deleteOld(now: Timestamp) -> SQL {
        """
        delete from known_devices where known_devices.created_at < case when known_devices.is_let_in
            then \(now.adding(seconds: -letInSeconds)) else \(now.adding(seconds: -days * 86400)) end
        """
    }
}
