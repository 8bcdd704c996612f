import Console
import Crypto
import Postgres
import Secrets

/// The statement of what every table stores about a tenant, in words that an outsider can check: each tenant table of
/// the database, found in the database's own catalogue, with the number of this tenant's rows, its columns, and whether
/// it refuses people.
package struct PrivacyStatementAcrossTenants {
    package let key: Curve25519.Signing.PrivateKey

    package init(key: Curve25519.Signing.PrivateKey) { self.key = key }

    /// `connection` is the schema owner's: row-level security applies to it, and it reads every table.
    package func make(of tenant: Tenant, on connection: Connection, at now: Timestamp) throws -> SignedStatement {
        let tables = try connection.tenantTables().sorted { $0.name < $1.name }
        let text = try connection.inTenant(tenant.id, .snapshot) { tx in
            var refusing: [String: String] = [:]
            for row in try tx.rows(Self.guards) {
                refusing[try row.text("name")] =
                    try row.bool("refuses_all") ? ", refuses people" : ", refuses rows about people"
            }
            let promise = try tx.first(Self.promise)
            var lines = [
                "roost privacy statement 1",
                "workspace \(tenant.slug) \(tenant.id)",
                "kind \(try promise?.text("kind") ?? "")",
                "holds people: \(try promise?.bool("holds_people") == false ? "no" : "yes")",
                "made \(now.iso)",
                "schema \(try promise?.text("migration") ?? "") of \(try promise?.int("migrations") ?? 0) migrations",
                "public key \(Hex.encode(Array(key.publicKey.rawRepresentation)))",
                "",
                "Every table that has rows of workspaces, its rows of this one, and its columns.",
                "“refuses people” is a trigger in the database that fails every insert for a workspace that holds no people.",
                "“refuses rows about people” is one that fails there every insert of a row that says it is about users; rows"
                    + " about admins and content it lets pass.",
                "",
            ]
            for table in tables {
                let rows = try connection.count(table, of: tenant.id)
                lines.append("\(table.name): \(rows) rows\(refusing[table.name] ?? "")")
                lines.append("    \(table.columns.map(\.name).joined(separator: " "))")
            }
            return lines.joined(separator: "\n") + "\n"
        }
        return try SignedStatement(text, signedBy: key)
    }

    /// Migrations of all folders are numbered along one time line, so the highest number is the newest.
    private static let promise: SQL = """
        select tenants.kind, tenants.holds_people,
            (select count(*) from migrations) as migrations,
            coalesce((select migrations.name from migrations
                order by split_part(migrations.name, '/', 2) desc limit 1), '') as migration
        from tenants where tenants.id = current_tenant()
        """

    /// Tables with an enabled trigger before inserts that calls either function. One for rows lets those pass for which
    /// its condition does not hold.
    private static let guards: SQL = """
        select pg_class.relname::text as name, bool_or(pg_proc.proname <> 'refuse_person') as refuses_all from pg_trigger
        join pg_class on pg_class.oid = pg_trigger.tgrelid
        join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname in ('refuse_people', 'refuse_people_of_kind', 'refuse_person')
        where pg_class.relnamespace = 'roost'::regnamespace and pg_trigger.tgenabled in ('O', 'A')
            and (pg_trigger.tgtype & 6) = 6
        group by pg_class.relname
        """
}
