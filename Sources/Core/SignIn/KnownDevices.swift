import Console
import Postgres
import Secrets
import Web

/// Browsers in which somebody has signed in. Back-off does not stop them, so that nobody is kept out by what others do
/// at the door. Not for ever: half a year after the last sign-in the server does not know the cookie any more.
enum KnownDevices {
    static let cookie = "roost-device"
    static let days: Int64 = 180
    private static let mostPerAdmin = 20

    static func hash(of request: WebRequest) -> [UInt8]? {
        request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap { Token($0) }?.hash
    }

    /// One of nobody is asked about as well: the door does the same work for all.
    static func knows(_ hash: [UInt8]?, _ admin: ID?, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Bool
    {
        let row = try tx.first(
            """
            select exists (select from known_devices
                where known_devices.token_hash = \(hash ?? []) and known_devices.admin_id = \(admin ?? Tenant.installation.id)
                    and known_devices.created_at > \(now.adding(seconds: -days * 86400))) as known
            """)
        return try row?.bool("known") ?? false
    }

    /// The browser of the request is known from now on, under a new token in place of its old one. Was it before?
    static func remember(_ request: WebRequest, of admin: ID, in tx: borrowing TenantTransaction) throws -> (
        cookie: Cookie, wasKnown: Bool
    ) {
        let old = hash(of: request)
        let wasKnown = try knows(old, admin, now: request.now, in: tx)
        let token = Token.random()
        try tx.execute(
            """
            delete from known_devices where known_devices.admin_id = \(admin) and (known_devices.token_hash = \(old ?? [])
                or known_devices.token_hash in (select oldest.token_hash from known_devices as oldest
                    where oldest.admin_id = \(admin) order by oldest.created_at desc offset \(mostPerAdmin - 1)))
            """)
        try tx.execute(
            """
            insert into known_devices (token_hash, admin_id, created_at) values (\(token.hash), \(admin), \(request.now))
            """)
        return (
            Cookie(
                name: cookie, value: token.text, isSecure: request.isSecure, maxAgeSeconds: Int(days * 86400)), wasKnown
        )
    }

    static func invalidate(of admin: ID, but hash: [UInt8] = []) -> SQL {
        "delete from known_devices where known_devices.admin_id = \(admin) and known_devices.token_hash <> \(hash)"
    }

    static func deleteOld(now: Timestamp) -> SQL {
        "delete from known_devices where known_devices.created_at < \(now.adding(seconds: -days * 86400))"
    }
}
