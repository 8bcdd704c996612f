import Console
import HTML
import Postgres
import Templates
import Web

/// Explains the deletion of an archived tenant, with its form; or shows when it happens, and how to cancel it.
struct ShowTenantDeletion: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("archived") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try TenantDeletionForm(tenant: .enter(id, isHeld: false, in: tx, by: actor)).page(in: tx, by: actor, services)
    }
}

/// Schedules the deletion of an archived tenant's data. Nothing is deleted before that day.
struct DeleteTenant: Changing {
    /// Long enough that a monthly report, an admin after a holiday or a lawyer's letter still finds the data.
    static let waitingDays = 30

    let id: ID
    let typed: String
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("archived")
        typed = request.form.trimmed("slug") ?? ""
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let tenant = try ArchivedTenant.enter(id, in: tx, by: actor)
        var form = TenantDeletionForm(tenant: tenant, slug: typed, reason: reason)
        guard tenant.deleteAt == nil else { throw Refusal.changed(try form.page(in: tx, by: actor, services)) }
        if typed.isEmpty {
            form.errors["slug"] = LocalText(Strings.error_required)
        } else if typed.lowercased() != tenant.slug {
            form.errors["slug"] = Strings.error_confirm_slug(slug: tenant.slug)
        }
        form.errors["reason"] = Reason.fault(reason)
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let at = actor.now.adding(seconds: Int64(Self.waitingDays) * 86_400)
        try tx.execute(TenantQueries.delete(at: at))
        return Change(
            AuditEvent(
                .tenantDeletionRequested, on: .tenant, id, name: tenant.name,
                changes: [.init("delete_at", new: at.iso)],
                reason: reason),
            next: .to(Link("/tenants").with(query: [("archived", "1")]), flash: Strings.tenants_will_go), tenant: id)
    }
}

/// Cancels the deletion: the tenant stays archived.
struct CancelTenantDeletion: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("archived") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let tenant = try ArchivedTenant.enter(id, in: tx, by: actor)
        guard let deleteAt = tenant.deleteAt else { throw Refusal.notFound }
        try tx.execute(TenantQueries.keep)
        return Change(
            AuditEvent(
                .tenantDeletionWithdrawn, on: .tenant, id, name: tenant.name,
                changes: [.init("delete_at", old: deleteAt.iso)]),
            next: .to(Link("/tenants").with(query: [("archived", "1")]), flash: Strings.tenants_was_kept), tenant: id)
    }
}

/// The page of a tenant's deletion.
struct TenantDeletionForm {
    let tenant: ArchivedTenant
    var slug = ""
    var reason = ""
    var errors: [String: LocalText] = [:]

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> TenantDeletionPage {
        guard let row = try tx.first(TenantQueries.contents) else { throw Refusal.notFound }
        let path: Link = "/tenants/\(tenant.id)/deletion"
        return TenantDeletionPage(
            frame: actor.frame(
                Strings.tenants_delete_one(name: tenant.name), services, current: "tenants",
                crumb: (LocalText(Strings.tenants_archived), Link("/tenants").with(query: [("archived", "1")]))),
            action: path, cancel: Link("/tenants").with(query: [("archived", "1")]),
            users: Strings.tenants_delete_users(users: try row.int("users")),
            admins: Strings.tenants_delete_admins(admins: try row.int("admins")),
            keys: Strings.tenants_delete_keys(keys: try row.int("keys")), days: DeleteTenant.waitingDays,
            slug: Field(
                "slug", label: Strings.tenants_delete_confirm(slug: tenant.slug), value: slug, error: errors["slug"],
                isRequired: true, isLatin: true),
            reason: Field(
                "reason", label: LocalText(Strings.user_reason), value: reason,
                hint: LocalText(Strings.user_reason_hint),
                error: errors["reason"], isRequired: true),
            goesOn: tenant.deleteOn.map { Strings.tenants_goes_on(date: Formatted.date($0)) }, keep: "\(path)/end")
    }
}
