import Console
import Postgres
import Templates
import Web

/// Removes the icon: the letter on the tenant's colour replaces it.
struct RemoveTenantIcon: Changing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let old = try tx.first(TenantQueries.removeIcon)?.id("image_id") else { throw Refusal.notFound }
        return Change(
            AuditEvent(
                .tenantIconChanged, on: .tenant, tx.tenant, name: actor.tenant.name,
                changes: [.init("icon", old: "\(old)", new: "")]),
            next: .to("/t/\(actor.tenant.slug)/settings", flash: Strings.icon_removed))
    }
}
