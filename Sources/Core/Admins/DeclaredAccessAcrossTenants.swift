import Console
import HTML
import Postgres
import Secrets

/// A role of a tenant's own making, as a script declares it.
package struct DeclaredRole: Sendable {
    package var name: String
    package var permissions: Set<Permission>

    package init(name: String, permissions: Set<Permission>) {
        self.name = name
        self.permissions = permissions
    }

    /// With what the permissions need.
    var profile: RoleProfile { RoleProfile(name: name, permissions: permissions) }

    /// What the console would say to this role; nil when it would take it.
    package var wrong: String? { profile.errors(.script("apply")).values.first?.resolve(in: .en) }
}

/// Roles, memberships and invitations that scripts declare, made true. Each is recorded in the tenant's own trail.
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

    /// True when the role, one that Roost brings along or one of the tenant's own by its name, was not theirs yet; nil
    /// when the tenant has no such role.
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
        /// There is no such role.
        case noRole
        /// Invited, or the invitation that had run out renewed; with the link, unless
        /// the account opens other doors too.
        case new(Token?)
        case renewed(Token)
        /// Is in already, or has an invitation that is still open; with another role than before.
        case roleChanged
        case same
    }

    /// Invites somebody as the console does, unless they are in or have an invitation that is open.
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

    /// The same transaction, in that tenant. `leave` goes back to the one that `tx` was begun in.
    func enter(_ tenant: Tenant, _ tx: borrowing TenantTransaction) throws -> TenantTransaction {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tenant.id))
        return TenantTransaction(tenant: tenant.id, on: tx.connection)
    }

    func leave(_ tx: borrowing TenantTransaction) throws {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tx.tenant))
    }
}
