import Console
import Core
import Postgres

/// A user of a tenant's app, inserted into the table as the app would do it.
package struct TestUser: Sendable {
    package var id: ID
    package var email: String
    package var name: String
    package var status = "active"
    package var role = "user"
    package var plan = "free"
    package var country = "ES"
    package var language = "en"
    package var zone = "Europe/Madrid"
    package var platform = "ios"
    package var createdAt: Timestamp
    package var seenAt = Timestamp(microseconds: 0)

    package init(_ name: String, email: String? = nil, createdAt: Timestamp = .now) {
        id = .make(at: createdAt)
        self.name = name
        self.email = email ?? "user-\(unique())@example.org"
        self.createdAt = createdAt
    }
}

extension TestInstallation {
    package func add(_ users: [TestUser], to tenant: Tenant) throws {
        try inTenant(tenant) { tx in
            for user in users {
                // The statements share one round trip for all users.
                _ = try tx.send(
                    """
                    insert into users (tenant_id, id, email, name, status, role, plan, country, language, zone, platform,
                        created_at, seen_at)
                    values (\(tenant.id), \(user.id), \(user.email), \(user.name), \(user.status), \(user.role), \(user.plan),
                        \(user.country), \(user.language), \(user.zone), \(user.platform), \(user.createdAt), \(user.seenAt))
                    """)
            }
            _ = try tx.rows("select 1 as one")
        }
    }

    package func addUser(_ name: String, to tenant: Tenant, email: String? = nil) throws -> TestUser {
        let user = TestUser(name, email: email)
        try add([user], to: tenant)
        return user
    }

    /// Adds a user with every kind of data that a user can have.
    package func addWholeUser(_ name: String, to tenant: Tenant) throws -> TestUser {
        let user = try addUser(name, to: tenant)
        let now = Timestamp.now
        try inTenant(tenant) { tx in
            _ = try tx.send(
                """
                insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
                values (\(tenant.id), \(user.id), \(ID.make()), 'ios', \("Phone of \(name)"), '1.0', \(now))
                """)
            _ = try tx.send(
                """
                insert into user_consents (tenant_id, user_id, id, purpose, text_version, source, granted, at)
                values (\(tenant.id), \(user.id), \(ID.make()), 'terms', 1, \("app of \(name)"), true, \(now))
                """)
            _ = try tx.rows(
                """
                insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at)
                values (\(tenant.id), \(user.id), \(ID.make()), \(ID.make()), 'Author', \("Note on \(name)"), \(now))
                """)
        }
        return user
    }

    package func addView(_ name: String, of admin: TestAdmin, to tenant: Tenant, list: String = "users") throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            _ = try tx.execute(
                """
                insert into saved_views (tenant_id, id, admin_id, admin_name, list, name, query, is_shared, created_at)
                values (\(tenant.id), \(id), \(admin.id), 'Somebody', \(list), \(name), 'status=active', true, now())
                """)
        }
        return id
    }

    /// Adds a job on which no worker works.
    package func addJob(to tenant: Tenant, kind: String = "mail.invitation") throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                "insert into jobs (tenant_id, id, kind, payload, run_at) values (\(tenant.id), \(id), \(kind), 'x', now() + interval '1 day')"
            )
        }
        return id
    }

    /// Returns the number of a statement with one row and one column `n`, with the rights of a superuser.
    package func number(_ sql: SQL) throws -> Int {
        try database.with(.superuser) { try $0.send(sql).rows().first?.int("n") ?? 0 }
    }

    /// The same for a text in a column `t`; empty if there is no row.
    package func text(_ sql: SQL) throws -> String {
        try database.with(.superuser) { try $0.send(sql).rows().first?.text("t") ?? "" }
    }

    package func inTenant(_ tenant: Tenant, _ body: (borrowing TenantTransaction) throws -> Void) throws {
        try database.with(.app) { try $0.inTenant(tenant.id) { try body($0) } }
    }
}
