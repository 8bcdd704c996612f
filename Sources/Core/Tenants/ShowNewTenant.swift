import Console
import HTML
import Postgres
import Templates
import Web

/// The form for a new tenant.
struct ShowNewTenant: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        TenantForm().page(actor, services)
    }
}
