import Console
import Core
import Postgres

extension TestConsole {
    /// `admin` requests another role for a new colleague, in a tenant that requires approval for that from now on;
    /// returns the id of the request.
    package func requestApproval(_ admin: TestAdmin, in tenant: Tenant) async throws -> String {
        try installation.set("update tenants set four_eyes = '{roles}' where id = \(tenant.id)")
        let colleague = try installation.makeAdmin(.support, in: tenant)
        var browser = try browser(of: admin)
        let answer = await browser.post(
            "/t/\(tenant.slug)/admins/\(colleague.id)/role",
            [("role", "analyst"), ("was", "support"), ("approval_reason", "Because")])
        return String(answer.location?.split(separator: "/").last ?? "")
    }
}

extension TestInstallation {
    /// Adds a request that nobody can run: a row for the wall tests.
    package func addApproval(to tenant: Tenant, by admin: TestAdmin) throws {
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into approvals (tenant_id, id, route, permission, action, object_kind, object_name, sequence, request, reason,
                    requested_by, requested_name, requested_at, expires_at)
                values (\(tenant.id), gen_random_uuid(), 'x', 'x', 'x', 'x', 'x', 0, '', 'x', \(admin.id), 'x', now(), now())
                """)
        }
    }
}
