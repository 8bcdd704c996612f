import Console
import HTML
import Postgres
import Templates
import Web

/// Makes a tenant. The operator's session enters it at once; others need a membership.
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
            // Two operators at once: the form's own check came too early for both.
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

/// A tenant's row goes in as the tenant itself, and the transaction goes back to where it was.
package enum TenantWork {
    package static func insert(_ tenant: Tenant, in tx: borrowing TenantTransaction) throws {
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tenant.id))
        _ = try tx.rows(TenantQueriesAcrossTenants.add(tenant))
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tx.tenant))
    }
}
