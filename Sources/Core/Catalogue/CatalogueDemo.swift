import Console
import Postgres

/// What a demo's app shows, as its kind has it.
enum CatalogueDemo: DemoRows {
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        for entry in load.kind.demo.entries {
            try entry.add(to: load.tenant, by: .script("demo", in: load.tenant), in: tx)
        }
    }
}
