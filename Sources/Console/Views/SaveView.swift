import HTML
import Postgres
import Templates
import Web

/// Saves a list's filters, order and columns under a name.
package struct SaveView<Viewed: ViewedList>: Changing {
    private let typed: SavedViewForm<Viewed>

    package init(_ request: WebRequest) { typed = SavedViewForm(request.form) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        var form = typed
        if !actor.may(.shareViews) { form.isShared = false }
        let views = try SavedViews.read(in: tx)
        form.check(views.filter { $0.admin == admin }.count)
        guard form.error == nil else {
            throw Refusal.form(
                form.page(
                    views.filter { $0.list == Viewed.viewPath && ($0.isShared || $0.admin == admin) }, actor, services))
        }
        let view = SavedViews.View(
            id: .make(at: actor.now), list: Viewed.viewPath, admin: admin, adminName: actor.name, name: form.name,
            query: form.query, isShared: form.isShared)
        try tx.execute(SavedViewQueries.add(view, tenant: tx.tenant, now: actor.now))
        _ = try tx.rows(SavedViews.changed(tx.tenant))
        services.views.invalidate(tx.tenant)
        // Without the name: an admin may have called it like a user, and nothing is ever taken out of the trail.
        return Change(
            AuditEvent(
                .viewSaved, on: .view, view.id,
                changes: [
                    .init("list", new: view.list), .init("filter", new: view.query),
                    .init("shared", new: view.isShared ? "yes" : "no"),
                ]),
            next: .to(actor.link(Viewed.viewPath).with(encodedQuery: view.query), flash: Strings.views_saved))
    }
}

/// Deletes a view: one of the actor's own or, with the permission to share, a shared one.
package struct DeleteView<Viewed: ViewedList>: Changing {
    private let id: ID?

    package init(_ request: WebRequest) { id = request.parameters["view"].flatMap { ID($0) } }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let views = try SavedViews.read(in: tx).filter {
            $0.list == Viewed.viewPath && ($0.admin == actor.id || ($0.isShared && actor.may(.shareViews)))
        }
        guard let view = views.first(where: { $0.id == id }) else { throw Refusal.notFound }
        try tx.execute(SavedViewQueries.delete(view.id))
        _ = try tx.rows(SavedViews.changed(tx.tenant))
        services.views.invalidate(tx.tenant)
        return Change(
            AuditEvent(
                .viewDeleted, on: .view, view.id,
                changes: [.init("list", old: view.list), .init("filter", old: view.query)]),
            next: .to("\(actor.link(Viewed.viewPath))/views", flash: Strings.views_deleted))
    }
}
