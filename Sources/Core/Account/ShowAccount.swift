import Console
import HTML
import Postgres
import Web

struct ShowAccount: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try AccountPageMaker().page(in: tx, by: actor, services)
    }
}
