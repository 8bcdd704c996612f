import Postgres

/// All SQL on who belongs to one's own tenant. Row-level security shows no other.
enum MembershipQueries {
    /// The role and, for one of the tenant's own making, its permissions.
    static func role(of admin: ID) -> SQL {
        """
        select memberships.role, roles.permissions as role_permissions
        from memberships left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where memberships.admin_id = \(admin)
        """
    }
}
