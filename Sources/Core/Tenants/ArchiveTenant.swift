import Console
import HTML
import Postgres
import Templates
import Web

/// Archives a tenant: only operators may still enter it. No data is deleted.
struct ArchiveTenant: Changing {
    let reason: String

    init(_ request: WebRequest) { reason = request.form.trimmed("reason") ?? "" }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        if let refused = actor.refusing(reason: reason) {
            guard let row = try tx.first(TenantQueries.settings) else { throw Refusal.notFound }
            throw Refusal.form(try TenantSettingsForm(row).page(refused, services))
        }
        guard try tx.execute(TenantQueries.archive(now: actor.now)) == 1 else { throw Refusal.notFound }
        try tx.execute(PublicAnswers.changed(tx.tenant))
        return Change(
            AuditEvent(.tenantArchived, on: .tenant, tx.tenant, name: actor.tenant.name, reason: reason),
            next: .to(Link("/tenants").with(query: [("archived", "1")]), flash: Strings.tenants_was_archived))
    }
}

/// Restores an archived tenant; this also cancels its deletion.
struct RestoreTenant: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("archived") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let tenant = try ArchivedTenant.enter(id, in: tx, by: actor)
        try tx.execute(TenantQueries.restore)
        try tx.execute(PublicAnswers.changed(id))
        return Change(
            AuditEvent(.tenantRestored, on: .tenant, id, name: tenant.name),
            next: .to("/t/\(tenant.slug)", flash: Strings.tenants_was_restored),
            tenant: id)
    }
}
