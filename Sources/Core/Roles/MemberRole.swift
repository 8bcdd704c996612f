import Console
import HTML
import Postgres
import Templates

/// The role of a membership: one of Roost's, or one of the tenant's own.
struct MemberRole: Sendable, Equatable {
    /// nil for one of the tenant's own.
    var known: Role?
    var id: ID?
    /// The name of one of the tenant's own roles; empty for a known one.
    var ownName = ""
    /// Its permissions in its tenant.
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

    /// Reads `role`, `role_id`, `role_name` and `role_permissions` of a membership.
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

    /// Its value in forms and the audit trail: `owner`, or the id of one of the tenant's own.
    var value: String { known?.rawValue ?? id?.description ?? "" }

    /// The value of `memberships.role`.
    var stored: String { known?.rawValue ?? "custom" }

    /// Its name for the audit trail, which outlives the role.
    var recorded: String { known?.rawValue ?? ownName }

    /// The same from such a row.
    static func recorded(_ row: Row) throws -> String {
        let role = try row.text("role")
        return Role(rawValue: role) == nil ? try row.text("role_name") : role
    }

    func name(_ language: Language) -> String { Role.name(stored, own: known == nil ? ownName : nil, language) }

    /// Every role that a membership of the tenant can have.
    static func all(in tx: borrowing TenantTransaction, of tenant: Tenant) throws -> [MemberRole] {
        try all(tx.rows(RoleQueries.all), of: tenant)
    }

    /// The same if the tenant's own roles are loaded already.
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
    /// True if the actor's permissions include all of the role's: only then may they give the role, or change its
    /// holders.
    func mayGive(_ role: MemberRole) -> Bool { permissions.isSuperset(of: role.permissions) }
}
