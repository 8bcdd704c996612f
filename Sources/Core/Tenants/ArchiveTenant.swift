import HTML
import Postgres
import Web

/// Closes a tenant to all but operators. Nothing is destroyed.
struct ArchiveTenant: Changing {
    let reason: String

    init(_ request: WebRequest) { reason = (request.form.trimmed("reason") ?? "").columnPrefix(500) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.execute(TenantQueries.archive(now: actor.now)) == 1 else { throw Refusal.notFound }
        return Change(
            AuditEvent(.tenantArchived, on: .tenant, tx.tenant, name: actor.tenant.name, reason: reason),
            next: .to(Link("/tenants").with(query: [("archived", "1")]), flash: "archived"))
    }
}

/// Opens an archived tenant again. Its owners can't enter it, so this stands outside of tenants and looks for itself who
/// may: for anybody else there is no such tenant.
struct RestoreTenant: Changing {
    let id: ID

    init(_ request: WebRequest) throws {
        guard let id = request.parameterID("archived") else { throw Refusal.notFound }
        self.id = id
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(id))
        guard let stored = try tx.first(TenantQueries.lock), try stored.bool("is_archived") else { throw Refusal.notFound }
        let (name, slug) = (try stored.text("name"), try stored.text("slug"))
        if !actor.isOperator {
            guard let member = try tx.first(MembershipQueries.role(of: admin)),
                try Entry.permissions(member).contains(.archiveTenant)
            else { throw Refusal.notFound }
        }
        try tx.execute(TenantQueries.restore)
        return Change(
            AuditEvent(.tenantRestored, on: .tenant, id, name: name), next: .to("/t/\(slug)", flash: "unarchived"), tenant: id)
    }
}
