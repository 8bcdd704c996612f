import Console
import HTML
import Postgres
import Templates

/// The role of a membership: one that Roost brings along, or one of the tenant's own making.
struct MemberRole: Sendable, Equatable {
    /// nil for one of the tenant's own making.
    var known: Role?
    var id: ID?
    /// Of the tenant's own; empty for a known one.
    var ownName = ""
    /// What it allows in its tenant.
    var permissions: Set<Permission>

    init(_ known: Role, in tenant: Tenant) {
        self.known = known
        permissions = known.permissions(in: tenant)
    }

    init(own id: ID, name: String, permissions: Set<Permission>) {
        self.id = id
        ownName = name
        self.permissions = permissions
    }

    /// From `role`, `role_id`, `role_name` and `role_permissions` of a membership.
    init(_ row: Row, in tenant: Tenant) throws {
        let role = try row.text("role")
        if let known = Role(rawValue: role) {
            self.init(known, in: tenant)
        } else {
            self.init(
                own: try row.id("role_id"), name: try row.text("role_name"),
                permissions: try Authentication.permissions(row, in: tenant))
        }
    }

    /// How forms and the trail call it: `owner`, or the id of one of the tenant's own.
    var value: String { known?.rawValue ?? id?.description ?? "" }

    /// As `memberships.role` has it.
    var stored: String { known?.rawValue ?? "custom" }

    /// For the trail, which outlives the role.
    var recorded: String { known?.rawValue ?? ownName }

    /// The same, of such a row.
    static func recorded(_ row: Row) throws -> String {
        let role = try row.text("role")
        return Role(rawValue: role) == nil ? try row.text("role_name") : role
    }

    func name(_ language: Language) -> String { Role.name(stored, own: known == nil ? ownName : nil, language) }

    /// Every role that a membership of the tenant can have.
    static func all(in tx: borrowing TenantTransaction, of tenant: Tenant) throws -> [MemberRole] {
        try all(tx.rows(RoleQueries.all), of: tenant)
    }

    /// The same, when the tenant's own were asked for before.
    static func all(_ own: Rows, of tenant: Tenant) throws -> [MemberRole] {
        try Role.ofTenants.map { MemberRole($0, in: tenant) }
            + own.map { row in
                MemberRole(
                    own: try row.id("id"), name: try row.text("name"),
                    permissions: Permission.stored(try row.texts("permissions"), in: tenant))
            }
    }
}

extension Actor {
    /// Nobody gives a role that allows more than their own, nor touches somebody who has one.
    func mayGive(_ role: MemberRole) -> Bool { permissions.isSuperset(of: role.permissions) }
}
