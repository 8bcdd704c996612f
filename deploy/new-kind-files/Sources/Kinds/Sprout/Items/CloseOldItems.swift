import Console
import HTML
import Postgres
import Templates
import Web

/// Asks for the job below.
struct AskForClosing: Changing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try Jobs.add(CloseOldItems(), in: tx, by: actor, services)
        return Change(
            AuditEvent(.closingAsked, on: .item, tx.tenant),
            next: .to(actor.link(to: ItemList.list), flash: Strings.sprout_closing))
    }
}

/// Closes what nobody touched for a year.
struct CloseOldItems: Job {
    static let kind = "sprout.close"
    static let label = Strings.sprout_job

    init() {}
    init(_ payload: Query) {}

    var payload: [(String, String)] { [] }

    /// There is nothing to wait for: all of it happens in `finish`, once.
    func run(_ id: ID, _ services: Services) {}

    func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        let count = try tx.execute(ItemQueries.closeOld(now: .now))
        guard count > 0 else { return }
        try services.trail.append(
            AuditEvent(.itemsClosed, on: .item, tx.tenant, changes: [.init("count", new: String(count))]),
            by: .system(), in: tx)
    }
}
