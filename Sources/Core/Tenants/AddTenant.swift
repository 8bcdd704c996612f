import Console
import HTML
import Postgres
import Templates
import Web

/// Makes a tenant. The operator's session may enter it at once; other admins need a membership.
struct AddTenant: Changing {
    let typed: TenantForm

    init(_ request: WebRequest) { typed = TenantForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        try form.check(services, in: tx)
        guard form.errors.isEmpty, let kind = services.kind(form.kind) else {
            throw Refusal.form(form.page(actor, services))
        }
        let id = ID.make(at: actor.now)
        let tenant = Tenant(
            id: id, slug: form.profile.slug, name: form.profile.name, kind: kind.id, holdsPeople: kind.holdsPeople,
            zone: form.profile.zone, currency: form.profile.currency,
            accent: Accent.all[Int(truncatingIfNeeded: id.low % UInt64(Accent.all.count))].color,
            languages: form.profile.languageCodes)
        do {
            try TenantWork.insert(tenant, in: tx)
        } catch let error as DatabaseError where error.violates(unique: "tenants_slug") {
            // Two operators at once: the form's own check was too early to find the other's slug.
            form.errors["slug"] = LocalText(Strings.error_slug_taken)
            throw Refusal.form(form.page(actor, services))
        }
        return Change(
            AuditEvent(
                .tenantCreated, on: .tenant, id, name: tenant.name,
                changes: [
                    .init("slug", new: tenant.slug), .init("kind", new: tenant.kind), .init("zone", new: tenant.zone),
                ]),
            next: .to("/t/\(tenant.slug)", flash: Strings.tenants_added))
    }
}

/// Inserts a tenant's row in the name of that tenant; then the transaction returns to its earlier tenant.
package enum TenantWork {
    package static func insert(_ tenant: Tenant, in tx: borrowing TenantTransaction) throws {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tenant.id))
        _ = try tx.rows(TenantQueriesAcrossTenants.add(tenant))
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tx.tenant))
    }
}
