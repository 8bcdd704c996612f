import Console
import HTML
import Postgres
import Templates
import Web

/// One user. It records the reading.
struct ShowUser: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("user") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        (try UserPageMaker(id).page(in: tx, by: actor, services), AuditEvent(.userViewed, on: .user, id))
    }
}
