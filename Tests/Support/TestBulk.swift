import Console
import Core
import Postgres
import Web

extension TestConsole {
    /// `admin` prepares a bulk action on those users, which is then set to that state; returns its id. `member` is the
    /// state of its users.
    package func prepareBulk(
        _ act: String, _ users: [TestUser], by admin: TestAdmin, in tenant: Tenant, state: String = "ready",
        member: String = "due"
    ) async throws -> String {
        if act == "plan" { try installation.offerPremium(in: tenant) }
        var browser = try browser(of: admin)
        let answer = await browser.post(
            "/t/\(tenant.slug)/users/bulk/\(act)",
            users.map { ("user", $0.id.description) } + [("to-plan", "premium"), ("to-role", "moderator")])
        let id = String(answer.location?.split(separator: "/").last ?? "")
        try installation.set(
            """
            update bulk_actions set state = \(state), undo_until = now() + interval '1 day',
                due = case when \(member) = 'due' then total else 0 end, done = case when \(member) = 'done' then total else 0 end,
                already = 0, unfit = 0
            where id = \(ID(id))
            """)
        try installation.set("update bulk_members set state = \(member), old = 'active' where bulk_id = \(ID(id))")
        return id
    }
}

extension TestInstallation {
    /// Adds a bulk action that nobody started: rows for the wall tests.
    package func addBulk(to tenant: Tenant, by admin: TestAdmin) throws {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into bulk_actions (tenant_id, id, act, state, created_by, created_name, created_at, asked_by, asked_name,
                    asked_address, asked_request, expires_at)
                values (\(tenant.id), \(id), 'suspension', 'ready', \(admin.id), 'x', now(), \(admin.id), 'x', 'x', 'x', now())
                """)
            try tx.execute(
                "insert into bulk_members (tenant_id, bulk_id, number, user_id, version, state) values (\(tenant.id), \(id), 1, gen_random_uuid(), 1, 'due')"
            )
        }
    }
}
