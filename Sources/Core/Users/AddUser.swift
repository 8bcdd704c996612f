import Console
import HTML
import Postgres
import Templates
import Web

/// Adds a user.
struct AddUser: Changing {
    let typed: UserProfile

    init(_ request: WebRequest) { typed = UserProfile(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let typed = typed.settled(at: actor.tenant.country)
        let form = UserForm(profile: typed, errors: try typed.errors(in: tx))
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        let id = ID.make(at: actor.now)
        try form.save(UserQueries.add(id, tenant: tx.tenant, typed, now: actor.now), in: tx, by: actor, services)
        return Change(
            AuditEvent(.userAdded, on: .user, id, subject: id, changes: typed.changes(from: nil)),
            next: .to("/t/\(actor.tenant.slug)/users/\(id)", flash: Strings.users_added))
    }
}
