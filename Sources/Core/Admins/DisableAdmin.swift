import Console
import Postgres
import Templates
import Web

/// Disables an admin everywhere. The same transaction ends all their sessions: before the response is sent, on every
/// process.
struct DisableAdmin: Changing {
    let id: ID
    let isReview: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("admin")
        isReview = AccessReview.isOrigin(request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard id != actor.id else { throw Refusal.notAllowed }
        guard let name = try tx.first(AdminQueriesAcrossTenants.disable(id, now: actor.now))?.text("name") else {
            throw Refusal.notFound
        }
        try tx.execute(SessionQueriesAcrossTenants.endAll(of: id, now: actor.now))
        return Change(
            AuditEvent(.adminDisabled, on: .admin, id, name: name),
            next: .to(
                isReview ? "/access-review" : "/admins", flash: Strings.admins_was_disabled,
                undo: "/admins/\(id)/disabling/end"))
    }
}

/// Lets a disabled admin sign in again. Their ended sessions stay ended.
struct EnableAdmin: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("admin") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let name = try tx.first(AdminQueriesAcrossTenants.enable(id))?.text("name") else {
            throw Refusal.notFound
        }
        return Change(
            AuditEvent(.adminEnabled, on: .admin, id, name: name),
            next: .to("/admins", flash: Strings.admins_was_enabled))
    }
}
