import Postgres

extension Actor {
    /// The same, but done for another admin of this tenant, with what they may do today: for what they asked for
    /// earlier. nil when they are disabled or don't belong here any more.
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
