import Console
import Core
import Postgres

extension TestInstallation {
    /// Adds a report that `admin` gets by mail each day, due at `next` (SQL); returns its id.
    @discardableResult
    package func addReportMail(to tenant: Tenant, by admin: TestAdmin, next: SQL = "now()") throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into report_mails (tenant_id, id, report, format, query, rhythm, asked_by, asked_name, asked_address, asked_request,
                    asked_at, next_at)
                values (\(tenant.id), \(id), 'reports/users', 'csv', 'by=month', 'day', \(admin.id), \(admin.name), '127.0.0.1', 'x', now(), \(next))
                """)
        }
        return id
    }
}
