import Postgres

extension Actor {
    /// Returns an actor for another admin of this tenant, with that admin's permissions of today, to carry out what
    /// they requested earlier. nil if they are disabled or no longer belong to the tenant.
    package func standing(for admin: ID, named name: String, in tx: borrowing TenantTransaction) throws -> Actor? {
        guard let row = try tx.first(StandInQueries.rights(of: admin)) else { return nil }
        var actor = self
        (actor.kind, actor.id, actor.name, actor.email) = (.admin, admin, name, "")
        actor.isOperator = try row.bool("is_operator")
        actor.permissions = try Authentication.permissions(row, in: tenant)
        return actor
    }
}

private enum StandInQueries {
    static func rights(of admin: ID) -> SQL {
        """
        select admins.is_operator, case when admins.is_operator then 'operator' else memberships.role end as role,
            roles.permissions as role_permissions
        from admins
        left join memberships on memberships.admin_id = admins.id and memberships.accepted_at is not null
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where admins.id = \(admin) and admins.disabled_at is null and (admins.is_operator or memberships.admin_id is not null)
        """
    }
}
