import Console
import HTML
import Postgres
import Secrets

/// One of a tenant's own roles, as a script declares it.
package struct DeclaredRole: Sendable {
    package var name: String
    package var permissions: Set<Permission>

    package init(name: String, permissions: Set<Permission>) {
        self.name = name
        self.permissions = permissions
    }

    /// Includes the permissions that the declared ones need.
    var profile: RoleProfile { RoleProfile(name: name, permissions: permissions) }

    /// Returns the error that the console would show for this role; nil if it is valid.
    package var wrong: String? { profile.errors(.script("apply")).values.first?.resolve(in: .en) }
}

/// Applies the roles, memberships and invitations that scripts declare. Each is recorded in the tenant's own trail.
extension BootstrapAcrossTenants {
    package enum Declaration { case made, changed, same }

    package func declare(_ role: DeclaredRole, in tenant: Tenant, in tx: borrowing TenantTransaction) throws
        -> Declaration
    {
        let inside = try enter(tenant, tx)
        let profile = role.profile
        var outcome = Declaration.same
        if let row = try inside.first(RoleQueries.named(profile.name)) {
            let (id, stored) = (try row.id("id"), try RoleProfile(row))
            if stored != profile {
                try inside.execute(RoleQueries.save(id, profile))
                let event = AuditEvent(
                    .roleChanged, on: .role, id, name: profile.name, changes: profile.changes(from: stored))
                try trail.append(event, by: actor, in: inside)
                outcome = .changed
            }
        } else {
            let id = ID.make(at: actor.now)
            try inside.execute(RoleQueries.add(id, tenant: tenant.id, profile))
            let event = AuditEvent(.roleAdded, on: .role, id, name: profile.name, changes: profile.changes(from: nil))
            try trail.append(event, by: actor, in: inside)
            outcome = .made
        }
        try leave(tx)
        return outcome
    }

    /// Gives a role of Roost, or one of the tenant's own by its name. Returns true if they did not have it yet; nil if
    /// the tenant has no such role.
    package func give(
        _ role: String, in tenant: Tenant, to admin: ID, name: String, in tx: borrowing TenantTransaction
    ) throws -> Bool? {
        let inside = try enter(tenant, tx)
        let wanted = try Self.role(role, of: tenant, in: inside)
        let changed = try wanted.map { try give($0, to: admin, name: name, in: inside) }
        try leave(tx)
        return changed
    }

    package enum Invited {
        /// The tenant has no such role.
        case noRole
        /// Invited, or the expired invitation renewed. With the link, unless the account gives access elsewhere too.
        case new(Token?)
        case renewed(Token)
        /// A member already, or with an open invitation; the role is another one than before.
        case roleChanged
        case same
    }

    /// Invites an admin as the console does, unless they are a member or have an open invitation.
    package func invite(
        _ email: String, name: String, language: String, as role: String, to tenant: Tenant,
        in tx: borrowing TenantTransaction
    ) throws -> Invited {
        _ = try tx.execute(
            AdminQueriesAcrossTenants.addInvited(ID.make(at: actor.now), email: email, name: name, language: language))
        guard let account = try tx.first(AdminQueriesAcrossTenants.lockByEmail(email)) else { return .same }
        let (admin, known) = (try account.id("id"), try account.text("name"))
        let inside = try enter(tenant, tx)
        guard let wanted = try Self.role(role, of: tenant, in: inside) else { return .noRole }
        let outcome: Invited
        if let row = try inside.first(MembershipQueries.one(admin, zone: tenant.zone)) {
            let member = try Member(row, in: tenant)
            let isOver = member.linkExpires.map { $0 <= actor.now } ?? true
            if try give(wanted, to: admin, name: known, in: inside) {
                outcome = .roleChanged
            } else if !member.isEnrolled, !member.isDisabled, isOver,
                let link = try link(for: admin, of: tenant, in: inside)
            {
                try trail.append(AuditEvent(.adminLinkMade, on: .admin, admin, name: known), by: actor, in: inside)
                outcome = .renewed(link)
            } else {
                outcome = .same
            }
        } else {
            try inside.execute(MembershipQueries.add(admin, to: tenant.id, wanted))
            let link = try link(for: admin, of: tenant, in: inside)
            let event = AuditEvent(
                .adminInvited, on: .membership, admin, name: known,
                changes: [.init("email", new: email), .init("role", new: wanted.recorded)])
            try trail.append(event, by: actor, in: inside)
            outcome = .new(link)
        }
        try leave(tx)
        return outcome
    }

    private func link(for admin: ID, of tenant: Tenant, in tx: borrowing TenantTransaction) throws -> Token? {
        guard try tx.first(MembershipQueries.mayHaveLink(admin))?.bool("may") == true else { return nil }
        try tx.execute(MembershipQueries.endLinks(of: admin, issuer: tenant.id, all: true))
        let token = Token.random()
        let expires = actor.now.adding(seconds: Self.linkHours * 3600)
        try tx.execute(
            MembershipQueries.addLink(token.hash, admin: admin, issuer: tenant.id, expires: expires, zone: tenant.zone))
        return token
    }

    func give(_ role: MemberRole, to admin: ID, name: String, in tx: borrowing TenantTransaction) throws -> Bool {
        let old = try tx.first(MembershipQueries.role(of: admin)).map { try MemberRole.recorded($0) }
        guard try tx.rows(AdminQueriesAcrossTenants.giveMembership(tx.tenant, admin, role)).count == 1 else {
            return false
        }
        let event = AuditEvent(
            .membershipGranted, on: .membership, admin, name: name,
            changes: [.init("role", old: old, new: role.recorded)]
        )
        try trail.append(event, by: actor, in: tx)
        return true
    }

    private static func role(_ name: String, of tenant: Tenant, in tx: borrowing TenantTransaction) throws
        -> MemberRole?
    {
        try MemberRole.all(in: tx, of: tenant).first { $0.known.map { $0.rawValue == name } ?? ($0.ownName == name) }
    }

    /// Returns the same transaction, in that tenant. `leave` returns to the tenant in which `tx` began.
    func enter(_ tenant: Tenant, _ tx: borrowing TenantTransaction) throws -> TenantTransaction {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tenant.id))
        return TenantTransaction(tenant: tenant.id, on: tx.connection)
    }

    func leave(_ tx: borrowing TenantTransaction) throws {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tx.tenant))
    }
}
