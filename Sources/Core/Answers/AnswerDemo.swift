import Console
import Postgres

/// The submissions of a demo tenant's users to its questionnaires.
enum AnswerDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let queries = AnswerDemoQueries(tenant: load.tenant, seed: load.seed, now: load.now)
        for entry in load.kind.demo.entries where entry.catalogue == Questionnaires.catalogue.path {
            try tx.execute(queries.add(entry))
        }
    }
}
