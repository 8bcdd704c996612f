import Console
import Postgres

/// All SQL on the tenant's own roles. Row-level security adds the tenant.
enum RoleQueries {
    static let all: SQL = """
        select roles.id, roles.name, roles.permissions from roles order by roles.name collate "und-x-icu", roles.id
        """

    /// Compares names as the unique index does. Locks the row until the transaction ends.
    static func named(_ name: String) -> SQL {
        """
        select roles.id, roles.name, roles.permissions from roles where lower(roles.name) = lower(\(name)) for update
        """
    }

    /// The number of admins with each role.
    static let holders: SQL = """
        select coalesce(memberships.role_id::text, memberships.role) as value, count(*) as n
        from memberships group by coalesce(memberships.role_id::text, memberships.role)
        """

    private static let columns: SQL = """
        select roles.name, roles.permissions, roles.version,
            exists (select from memberships where memberships.role_id = roles.id) as is_held
        from roles
        """

    static func one(_ id: ID) -> SQL { columns + " where roles.id = \(id)" }

    /// Until the transaction ends, nobody else changes, deletes or gives the role. Other data is read after this, in a
    /// separate statement: a statement that had to wait sees the earlier state.
    static func lock(_ id: ID) -> SQL { "select from roles where roles.id = \(id) for update" }

    /// Until the transaction ends, nobody deletes it.
    static func keep(_ id: ID) -> SQL { "select from roles where roles.id = \(id) for key share" }

    static func add(_ id: ID, tenant: ID, _ role: RoleProfile) -> SQL {
        """
        insert into roles (tenant_id, id, name, permissions)
        values (\(tenant), \(id), \(role.name), \(role.permissions.names))
        """
    }

    static func save(_ id: ID, _ role: RoleProfile) -> SQL {
        """
        update roles set name = \(role.name), permissions = \(role.permissions.names), version = roles.version + 1
        where roles.id = \(id)
        """
    }

    static func delete(_ id: ID) -> SQL { "delete from roles where roles.id = \(id)" }
}
