import Postgres

/// All SQL on roles of a tenant's own making. Row-level security adds the tenant.
enum RoleQueries {
    static let all: SQL = """
        select roles.id, roles.name, roles.permissions from roles order by lower(roles.name), roles.id
        """
}
