import Console
import Core
import Postgres
import Web

extension TestConsole {
    /// `admin` uploads rows of users or of another list, and the import is set to that state; returns its id.
    package func upload(
        _ given: String? = nil, list: String = "users",
        by admin: TestAdmin, to tenant: Tenant,
        state: String = "matching"
    ) async throws -> String {
        // Where nobody's data is stored, a file with a column about people is refused.
        let rows =
            given
            ?? (tenant.holdsPeople ? "email,key,name,text.en,name.en\nzoe@example.org,k,Zoë,T,N\n" : "key\nk\n")
        var browser = try browser(of: admin)
        let answer = await browser.post("/t/\(tenant.slug)/\(list)/import", [("pasted", rows)])
        let id = String(answer.location?.split(separator: "/").dropLast().last ?? "")
        try installation.set("update imports set state = \(state) where id = \(ID(id))")
        return id
    }

    /// Runs jobs until none are left.
    package func work() async throws {
        let worker = JobWorker(services: services)
        while try await worker.step() {}
    }
}

extension TestConsole {
    /// The first batch of a job, after which its worker is gone; whether there is more to do.
    package func workOneBatch<Job: BatchedJob>(of job: Job, queued row: ID = .make(at: .now)) async throws -> Bool {
        let services = services
        return try await services.database.perform { connection in
            guard let (work, actor) = try job.begin(on: connection, services),
                var slice = try Job.Slice(work, by: actor, on: connection, services)
            else { return false }
            return try job.batch(&slice, on: connection, until: SliceClock(Job.manner, services), of: row, services)
        }
    }
}

extension TestInstallation {
    /// Adds an import that nobody can open: rows for the wall tests.
    package func addImport(to tenant: Tenant, by admin: TestAdmin) throws {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into imports (tenant_id, id, list, state, format, bytes, chunks, head, created_by, created_name, created_at,
                    asked_by, asked_name, asked_address, asked_request, expires_at)
                values (\(tenant.id), \(id), 'users', 'done', 'csv', 1, 1, 'x', \(admin.id), 'x', now(), \(admin.id), 'x', 'x', 'x', now())
                """)
            try tx.execute(
                "insert into import_chunks (tenant_id, import_id, number, content) values (\(tenant.id), \(id), 0, 'x')"
            )
            try tx.execute(
                "insert into import_rows (tenant_id, import_id, number, state, content) values (\(tenant.id), \(id), 1, 'new', 'x')"
            )
        }
    }
}
