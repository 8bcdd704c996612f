import Postgres

/// The login with which the server connects to PostgreSQL, and the roles that it can assume.
///
/// `current_user` alone is not enough: a session that was switched to `roost_app` can return to its login with RESET
/// ROLE.
struct ApplicationLogin {
    /// The login, `session_user`.
    var name: String
    /// The fault of the login, to be read after its name; nil if it can only be `roost_app`.
    var fault: String?

    init(_ connection: Connection) throws {
        let row = try connection.send(
            """
            select session_user::text as name, current_user::text as role,
                array(select pg_roles.rolname::text from pg_roles
                    where pg_has_role(session_user, pg_roles.oid, 'member')
                        and pg_roles.rolname not in (session_user, 'roost_app') order by 1 limit 3) as others,
                exists (select from pg_roles where pg_roles.rolname in (session_user, 'roost_app')
                    and (pg_roles.rolsuper or pg_roles.rolbypassrls or pg_roles.rolcreaterole or pg_roles.rolcreatedb
                        or pg_roles.rolreplication)) as is_strong,
                exists (select from pg_class where pg_class.relnamespace = to_regnamespace('roost')
                    and pg_get_userbyid(pg_class.relowner) in (session_user, 'roost_app'))
                    or exists (select from pg_namespace
                        where pg_get_userbyid(pg_namespace.nspowner) in (session_user, 'roost_app'))
                    or exists (select from pg_database where pg_database.datname = current_database()
                        and pg_get_userbyid(pg_database.datdba) in (session_user, 'roost_app')) as owns
            """
        ).rows().first
        guard let row else { throw Failure("PostgreSQL does not say who is signed in") }
        name = try row.text("name")
        let (role, others) = (try row.text("role"), try row.texts("others"))
        if try row.bool("is_strong") {
            fault = "is a superuser, may look past row-level security or may make roles or databases"
        } else if !others.isEmpty {
            fault = "can become \(others.joined(separator: ", "))"
        } else if try row.bool("owns") {
            fault = "owns tables, a schema or the database"
        } else if role != "roost_app" {
            fault = "works as \(role), not as roost_app"
        }
    }

    static let remedy =
        "let DATABASE_URL sign in as roost_app, or as a login that is a member of it alone, and give the owner's login to `roost migrate` in ROOST_OWNER_URL"
}
