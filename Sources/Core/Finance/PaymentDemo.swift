import Console
import Postgres

/// The charges and refunds of a demo tenant. The tables' own triggers compute the daily sums.
enum PaymentDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let queries = PaymentDemoQueries(tenant: load.tenant.id, seed: load.seed, now: load.now)
        try tx.execute(queries.addPayments)
        try tx.execute(queries.addCards)
        try tx.execute(queries.addRefunds)
    }
}
