import Console
import Core
import Postgres
import Web

extension TestConsole {
    /// `admin` requests an export of the users in the background; returns the export's id.
    package func requestExport(by admin: TestAdmin, in tenant: Tenant, format: String = "csv") async throws -> String {
        var browser = try browser(of: admin)
        let answer = await browser.post(
            "/t/\(tenant.slug)/users/export", [("format", format), ("reason", "because the test says so")])
        return String(answer.location?.split(separator: "/").last ?? "")
    }
}

extension TestInstallation {
    /// Adds an export that nobody can open: rows for the wall tests.
    package func addExport(to tenant: Tenant, by admin: TestAdmin) throws {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into exports (tenant_id, id, list, format, query, reason, language, state, asked_by, asked_name, asked_address,
                    asked_request, asked_at, expires_at)
                values (\(tenant.id), \(id), 'users', 'csv', 'x', 'x', 'en', 'done', \(admin.id), 'x', 'x', 'x', now(), now())
                """)
            try tx.execute(
                "insert into export_chunks (tenant_id, export_id, attempt, number, content) values (\(tenant.id), \(id), 1, 0, 'x')"
            )
        }
    }
}
