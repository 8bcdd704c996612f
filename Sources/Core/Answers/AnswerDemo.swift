import Console
import Postgres

/// The submissions of a demo tenant's users to its questionnaires.
enum AnswerDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let questionnaires = load.kind.demo.entries.filter { $0.catalogue == Questionnaires.catalogue.path }
        for (place, entry) in questionnaires.enumerated() {
            // Each draws its own numbers: submissions of two would have the same ids.
            let queries = AnswerDemoQueries(
                tenant: load.tenant, seed: load.seed + 1_000 * Int64(place), now: load.now)
            try tx.execute(queries.add(entry))
        }
    }
}
