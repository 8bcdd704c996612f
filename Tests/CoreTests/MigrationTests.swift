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

    @Test func `GB9: totals that were set before they had a history get who set them and when from the audit trail`()
        throws
    {
        _ = try TestDatabase.make()
        let database = try TestDatabase.makeEmpty()
        let owner = try database.connection(.owner)
        let earlier = Array(TestDatabase.migrations.prefix { !$0.name.contains("/0311_totals") })
        _ = try Migrator(earlier).migrate(owner)
        let superuser = try database.connection(.superuser)
        let (tenant, ann, ben) = (ID.make(), ID.make(), ID.make())
        let (biology, chemistry, spring, autumn) = (ID.make(), ID.make(), ID.make(), ID.make())
        func run(_ sql: SQL) throws { _ = try superuser.send(sql).rows() }
        try run(
            "insert into tenants (id, slug, name, kind, holds_people) values (\(tenant), 'school', 'School', 'gradebook', true)"
        )
        try run("select set_config('roost.tenant', \(tenant.description), false)")
        for (id, name) in [(biology, "Biology"), (chemistry, "Chemistry"), (spring, "Physics"), (autumn, "Physics")] {
            try run(
                """
                insert into gradebook_classes (tenant_id, id, name, term, is_weighted, scale, created_at)
                values (\(tenant), \(id), \(name), 'Term', true, '', now())
                """)
        }
        for student in [ann, ben] {
            try run(
                """
                insert into gradebook_students (tenant_id, id, name, number, created_at)
                values (\(tenant), \(student), 'Student', '', now())
                """)
        }
        for (student, schoolClass) in [(ann, biology), (ann, chemistry), (ben, spring), (ben, autumn)] {
            try run(
                """
                insert into gradebook_enrolments (tenant_id, class_id, student_id, override_percent, override_reason)
                values (\(tenant), \(schoolClass), \(student), 80, 'Was ill')
                """)
        }
        for (sequence, student, name, by) in [
            (1, ann, "Biology", "Ms Hall"), (2, ann, "Biology", "Mr Reed"), (3, ben, "Physics", "Ms Hall"),
        ] {
            try run(
                """
                insert into audit_events (tenant_id, sequence, id, at, actor_kind, actor_id, actor_name, address, request_id, action,
                    object_kind, object_id, object_name, subject_id, fields, changes, sealed, reason, previous, hash)
                values (\(tenant), \(sequence), \(ID.make()), timestamptz '2026-09-20 08:00Z' + \(sequence) * interval '1 day', 'admin',
                    \(ID.make()), \(by), '', '', 'total.overridden', 'student', \(student), '', \(student), '{class,percent}',
                    \("{\"class\":[null,\"\(name)\"]}"), null, '', '\\x00', '\\x00')
                """)
        }
        #expect(try Migrator(TestDatabase.migrations).migrate(owner).contains { $0.contains("0311") })
        func known(_ schoolClass: ID) throws -> String? {
            try superuser.send(
                """
                select enrolments.overridden_by || ' ' || to_char(enrolments.overridden_at at time zone 'UTC', 'YYYY-MM-DD') as known
                from gradebook_enrolments as enrolments where enrolments.class_id = \(schoolClass)
                """
            ).rows().first?.textOrNil("known")
        }
        // The last of the class; nothing of what was set in another, nor where two classes can't be told apart.
        #expect(try known(biology) == "Mr Reed 2026-09-22")
        #expect(try known(chemistry) == nil && known(spring) == nil && known(autumn) == nil)
    }
}
