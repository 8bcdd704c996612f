import HTML
import Postgres
import Secrets
import Web

/// The head of every request of somebody who is in: the session's cookie, and what the database makes of it.
package enum Authentication {
    package static let cookie = "roost"
    package static let flashCookie = "roost-flash"

    /// 256 bits; nil when there is no cookie or it is no token.
    package static func token(of request: WebRequest) -> Token? {
        request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap { Token($0) }
    }

    package struct Found {
        package var actor: Actor
        package var stage: String
        package var sessionID: ID
        package var lastUsed: Timestamp
        /// When the admin was last in this tenant; nil outside of tenants and at the first time.
        package var lastHere: Timestamp?
        package var pendingSecret: [UInt8]?
    }

    /// In a transaction that was begun: who is it, and may they enter `slug`? nil when there is no such session. The
    /// actor's tenant is the installation when `slug` is empty or may not be entered.
    package static func authenticate(
        _ connection: Connection, token: Token, request: WebRequest, slug: String, keys: InstallationKeys
    ) throws -> Found? {
        let pending = try connection.send(
            SessionQueriesAcrossTenants.authenticate(token.hash, slug: slug, now: request.now))
        return try found(pending, token: token, request: request, keys: keys)
    }

    /// What `enter` said, when it was sent before.
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
                host: request.host, confirmedAt: try row.timeOrNil("proved_at")),
            flash: Actor.Said(cookie: request.cookie(Cookie.name(flashCookie, isSecure: request.isSecure))))
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

    /// What the role in this tenant allows there; for a role of the tenant's own making that is said by the database, now.
    package static func permissions(_ row: Row, in tenant: Tenant) throws -> Set<Permission> {
        guard let role = try row.textOrNil("role") else { return [] }
        if let known = Role(rawValue: role) { return known.permissions(in: tenant) }
        return Permission.stored(try row.texts("role_permissions"), in: tenant)
    }

    /// Before the statements of a page outside of tenants: the installation's own chain and nobody's rows.
    package static func setInstallation(_ connection: Connection) throws {
        try connection.send(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
    }
}
