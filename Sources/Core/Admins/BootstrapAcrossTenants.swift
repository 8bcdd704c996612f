import Console
import Postgres
import Secrets

/// Applies what a script declares about tenants and admins, step by step. Applying it again changes nothing.
package struct BootstrapAcrossTenants {
    package struct Admin: Sendable {
        package var email: String
        package var name: String
        package var language: String
        package var isOperator: Bool
        /// PHC text, hashed by the caller outside any transaction.
        package var passwordHash: String?
        package var totpSecret: [UInt8]?

        package init(
            email: String, name: String, language: String = "en", isOperator: Bool, passwordHash: String? = nil,
            totpSecret: [UInt8]? = nil
        ) {
            self.email = email
            self.name = name
            self.language = language
            self.isOperator = isOperator
            self.passwordHash = passwordHash
            self.totpSecret = totpSecret
        }
    }

    /// The hours for which an enrolment link works.
    package static let linkHours: Int64 = 72

    let keys: InstallationKeys
    let trail: AuditTrail
    let actor: Actor

    package init(keys: InstallationKeys, trail: AuditTrail, actor: Actor) {
        self.keys = keys
        self.trail = trail
        self.actor = actor
    }

    /// Returns the tenant with that slug; nil if there is none.
    package func tenant(_ slug: String, in tx: borrowing TenantTransaction) throws -> Tenant? {
        guard let row = try tx.first(TenantQueriesAcrossTenants.bySlug(slug)) else { return nil }
        return try Tenant(row, id: row.id("id"), slug: slug)
    }

    package func add(_ tenant: Tenant, in tx: borrowing TenantTransaction) throws {
        try TenantWork.insert(tenant, in: tx)
        try trail.append(
            AuditEvent(
                .tenantCreated, on: .tenant, tenant.id, name: tenant.name,
                changes: [
                    .init("slug", new: tenant.slug), .init("kind", new: tenant.kind), .init("zone", new: tenant.zone),
                ]),
            by: actor, in: tx)
    }

    package func isZone(_ name: String, in tx: borrowing TenantTransaction) throws -> Bool {
        try tx.first(TenantQueriesAcrossTenants.isZone(name))?.bool("known") ?? false
    }

    /// Returns the admin's id and whether they are new. An existing admin stays unchanged.
    package func add(_ admin: Admin, in tx: borrowing TenantTransaction) throws -> (id: ID, isNew: Bool) {
        if let row = try tx.first(AdminQueriesAcrossTenants.anyByEmail(admin.email)) {
            return (try row.id("id"), false)
        }
        let id = ID.make(at: actor.now)
        var random = SystemRandomNumberGenerator()
        let sealed = try admin.totpSecret.map {
            try keys.data.seal($0, SecondStep.place(of: id), using: &random)
        }
        try tx.execute(
            AdminQueriesAcrossTenants.add(
                id, email: admin.email, name: admin.name, language: admin.language, isOperator: admin.isOperator,
                passwordHash: admin.passwordHash, secret: sealed))
        try trail.append(
            AuditEvent(
                .adminCreated, on: .admin, id, name: admin.name,
                changes: [.init("operator", new: admin.isOperator ? "yes" : "no")]), by: actor, in: tx)
        if admin.isOperator { try notify(.operatorMade, about: id, reason: "", in: tx) }
        return (id, true)
    }

    /// Returns true if they did not have the role yet. It is recorded in the tenant's own trail.
    package func give(
        _ role: Role, in tenant: Tenant, to admin: ID, name: String, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        let changed = try give(MemberRole(role, in: tenant), to: admin, name: name, in: enter(tenant, tx))
        try leave(tx)
        return changed
    }

    /// Makes a one-time link for an admin who has not chosen a password; only this result contains its token.
    package func makeLink(for admin: ID, name: String, in tx: borrowing TenantTransaction) throws -> Token {
        let token = Token.random()
        try tx.execute(
            AdminQueriesAcrossTenants.addLink(
                token.hash, admin: admin, expires: actor.now.adding(seconds: Self.linkHours * 3600)))
        try trail.append(AuditEvent(.adminLinkMade, on: .admin, admin, name: name), by: actor, in: tx)
        return token
    }
}
