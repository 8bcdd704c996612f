import Console
import Postgres

/// Reports that were to be mailed: one is tried again in some hours, one was given up.
enum JobDemo: DemoRows {
    private static let error = "The mail server at mail.company.example did not answer within 30 seconds"

    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let hour: Int64 = 3600
        try add(load, attempts: 2, made: -2 * hour, next: 4 * hour, givenUp: nil, in: tx)
        try add(load, attempts: 10, made: -50 * hour, next: -20 * hour, givenUp: -20 * hour, in: tx)
    }

    /// The times are seconds from now on.
    private static func add(
        _ load: DemoLoad, attempts: Int, made: Int64, next: Int64, givenUp: Int64?, in tx: borrowing TenantTransaction
    ) throws {
        let (tenant, made) = (load.tenant.id, load.now.adding(seconds: made))
        let id = ID.make(at: made)
        let job = ReportMailWork(tenant: tenant, id: .make(at: made), from: "", until: "")
        try tx.execute(
            """
            insert into jobs (tenant_id, id, kind, payload, attempts, run_at, failed_at, error, created_at)
            values (\(tenant), \(id), \(ReportMailWork.kind), \(try Jobs.seal(job, id, tenant: tenant, load.keys)), \(attempts),
                \(load.now.adding(seconds: next)), \(givenUp.map { load.now.adding(seconds: $0) }), \(error), \(made))
            """)
    }
}
