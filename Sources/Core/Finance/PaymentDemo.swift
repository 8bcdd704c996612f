import Console
import Postgres

/// What was paid in a demo tenant, and given back. The days' sums follow by the tables' own triggers.
enum PaymentDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let queries = PaymentDemoQueries(tenant: load.tenant.id, seed: load.seed, now: load.now)
        try tx.execute(queries.addPayments)
        try tx.execute(queries.addRefunds)
    }
}
