import HTML
import Postgres
import Secrets
import Web

/// The start of every authenticated request: reads the session's cookie, and looks the session up.
package enum Authentication {
    package static let cookie = "roost"
    package static let flashCookie = "roost-flash"

    /// Returns 256 bits; nil if there is no cookie or it is no token.
    package static func token(of request: WebRequest) -> Token? {
        request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap { Token($0) }
    }

    package struct Found {
        package var actor: Actor
        package var stage: String
        package var sessionID: ID
        package var lastUsed: Timestamp
        /// When the admin last used this tenant; nil outside tenants, and at the first visit.
        package var lastHere: Timestamp?
        package var pendingSecret: [UInt8]?
    }

    /// Runs in an open transaction. Finds the session's admin, and whether they have access to `slug`. Returns nil if
    /// there is no such session. If `slug` is empty or the admin has no access, the actor's tenant is the
    /// installation.
    package static func authenticate(
        _ connection: Connection, token: Token, request: WebRequest, slug: String, keys: InstallationKeys
    ) throws -> Found? {
        let pending = try connection.send(
            SessionQueriesAcrossTenants.authenticate(token.hash, slug: slug, now: request.now))
        return try found(pending, token: token, request: request, keys: keys)
    }

    /// The same for a statement that was sent earlier.
    package static func found(
        _ pending: Connection.Pending, token: Token, request: WebRequest, keys: InstallationKeys
    ) throws -> Found? {
        guard let row = try pending.rows().first else { return nil }
        let isOperator = try row.bool("is_operator")
        let tenant = try row.idOrNil("tenant_id").map { try Self.tenant($0, row) } ?? .installation
        let session = try row.id("session_id")
        var actor = Actor(
            kind: .admin, id: try row.id("admin_id"), name: try row.text("name"), email: try row.text("email"),
            language: Language(code: try row.text("language")) ?? .en, theme: try row.text("theme"),
            isOperator: isOperator, permissions: try permissions(row, in: tenant), tenant: tenant,
            address: request.address,
            requestID: request.id, now: request.now,
            session: .init(
                id: session, tokenHash: token.hash, csrf: keys.csrfToken(for: token.text), isSecure: request.isSecure,
                host: request.host, confirmedAt: try row.timeOrNil("proved_at"),
                endsAt: try row.timeOrNil("expires_at")),
            // What answers a change speaks of that change, not of an earlier one.
            flash: request.method == .get
                ? Actor.Said(cookie: request.cookie(Cookie.name(flashCookie, isSecure: request.isSecure))) : nil)
        if request.method == .get { actor.here = (request.path, request.query) }
        return Found(
            actor: actor, stage: try row.text("stage"), sessionID: session, lastUsed: try row.time("last_used_at"),
            lastHere: try row.timeOrNil("used_at"), pendingSecret: try row.bytesOrNil("pending_secret"))
    }

    private static func tenant(_ id: ID, _ row: Row) throws -> Tenant {
        var tenant = try Tenant(row, id: id, slug: row.text("slug"), name: "tenant_name")
        tenant.isArchived = try row.bool("is_archived")
        tenant.icon = try row.idOrNil("icon_id")
        if try !row.bool("sign_up_on") { tenant.services.remove(.signUp) }
        if try !row.bool("service_api_on") { tenant.services.remove(.serviceAPI) }
        if try !row.bool("push_on") { tenant.services.remove(.push) }
        if try !row.bool("checkout_on") { tenant.services.remove(.checkout) }
        return tenant
    }

    /// Returns what the role allows in this tenant. For a role that the tenant made, the row has its current
    /// permissions.
    package static func permissions(_ row: Row, in tenant: Tenant) throws -> Set<Permission> {
        guard let role = try row.textOrNil("role") else { return [] }
        if let known = Role(rawValue: role) { return known.permissions(in: tenant) }
        return Permission.stored(try row.texts("role_permissions"), in: tenant)
    }

    /// Sends the statement that precedes those of a page outside tenants: it sets the installation as the tenant,
    /// with its own audit chain and no tenant's rows.
    package static func setInstallation(_ connection: Connection) throws {
        try connection.send(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
    }
}
