import Console
import Postgres

/// The subscriptions of a demo tenant's users.
enum SubscriptionDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let queries = SubscriptionDemoQueries(
            tenant: load.tenant, seed: load.seed, now: load.now, entries: load.kind.demo.entries)
        try tx.execute(queries.addSubscriptions)
        for change in queries.changes { try tx.execute(change) }
    }
}
