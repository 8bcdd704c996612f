import Console
import HTML
import Postgres
import Templates
import Web

/// Deletes a key permanently, with its usage counts. Its actions stay in the audit trail.
struct DeleteKey: Changing {
    let change: KeyChange
    init(_ request: WebRequest) throws { change = try KeyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (name, _) = try change.lock(in: tx, by: actor, services)
        _ = try tx.send(KeyQueries.deleteUsage(change.id))
        _ = try tx.send(KeyQueries.deleteSecrets(change.id))
        try tx.execute(KeyQueries.delete(change.id))
        return Change(
            AuditEvent(.keyDeleted, on: .key, change.id, name: name, reason: change.reason),
            next: .to(change.isReview ? AccessReview.link(actor) : actor.link("keys"), flash: Strings.keys_deleted))
    }
}
