import Postgres
import Support
import Testing

/// What a release finds: a database with tenants, admins and events in it.
@Suite struct MigrationTests {
    @Test func `0005 is applied to a database in use, and leaves every row as it was`() throws {
        // The roles belong to the whole cluster: two databases that make them at once would collide.
        _ = try TestDatabase.make()
        let database = try TestDatabase.makeEmpty()
        let owner = try database.connection(.owner)
        let earlier = Array(TestDatabase.migrations.prefix { !$0.name.contains("/0005") })
        _ = try Migrator(earlier).migrate(owner)
        let superuser = try database.connection(.superuser)
        for statement in [
            """
            insert into tenants (id, slug, name, kind, holds_people)
            select gen_random_uuid(), 'tenant-' || n, 'Tenant ' || n, 'alarm', true from generate_series(1, 5) as n
            """,
            """
            insert into admins (id, email, name, password_hash, totp_secret)
            select gen_random_uuid(), 'admin' || n || '@example.com', 'Admin', 'x', 'x' from generate_series(1, 5) as n
            """,
            "insert into memberships (tenant_id, admin_id, role) select tenants.id, admins.id, 'owner' from tenants cross join admins",
            "insert into enrolment_links (token_hash, admin_id, expires_at) select sha256(admins.email::bytea), admins.id, now() from admins",
        ] as [SQL] { _ = try superuser.send(statement).rows() }
        #expect(try Migrator(TestDatabase.migrations).migrate(owner).contains { $0.contains("0005") })
        let row = try #require(
            try superuser.send(
                """
                select (select count(*) from memberships where role = 'owner' and role_id is null) as members,
                    (select count(*) from tenants where sign_up_on and service_api_on and push_on and checkout_on
                        and archived_at is null and version = 1) as tenants
                """
            ).rows().first)
        #expect(try row.int("members") == 25)
        #expect(try row.int("tenants") == 5)
    }
}
