import Console
import HTML
import Postgres
import Templates
import Web

/// One of the tenant's own roles as stored, for actors who may change it.
struct StoredRole {
    let profile: RoleProfile
    let version: Int
    let isHeld: Bool

    /// Locks the row until the transaction ends.
    static func locked(_ id: ID, in tx: borrowing TenantTransaction, _ actor: Actor) throws -> StoredRole {
        _ = try tx.send(RoleQueries.lock(id))
        return try StoredRole(try tx.first(RoleQueries.one(id)), actor)
    }

    /// An actor may not change a role with more permissions than their own, not even to remove one.
    init(_ row: Row?, _ actor: Actor) throws {
        guard let row else { throw Refusal.notFound }
        profile = try RoleProfile(row, in: actor.tenant)
        version = try row.int("version")
        isHeld = try row.bool("is_held")
        guard actor.permissions.isSuperset(of: profile.permissions) else { throw Refusal.notAllowed }
    }

    func form(_ id: ID) -> RoleForm { RoleForm(profile: profile, opened: (id, version, profile), isHeld: isHeld) }
}

struct ShowRoleEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("role") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let role = try tx.send(RoleQueries.one(id))
        let trail = try ObjectTrail(of: id, kinds: [.role], in: tx, by: actor)
        var page = try StoredRole(try role.rows().first, actor).form(id).page(actor, services)
        if actor.may(.seeAudit) { page.trail = try trail.card(Strings.roles_trail, in: tx, by: actor, services) }
        return page
    }
}

/// Changes a role, for all its holders, from their next request on. If the role has a newer version, it merges
/// permission by permission and shows the result before anything is stored.
struct EditRole: Changing {
    static func isList(_ field: String) -> Bool { RoleProfile.isList(field) }

    let id: ID
    let typed: RoleProfile
    let was: RoleProfile
    let version: Int

    init(_ request: WebRequest) throws {
        id = try request.id("role")
        typed = RoleProfile(request.form)
        was = RoleProfile(request.form, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredRole.locked(id, in: tx, actor)
        var form = stored.form(id)
        if stored.version != version, stored.profile != was {
            let merge = Merge(
                typed: typed, was: was, stored: stored.profile, fields: RoleProfile.fields.map { ($0.label, $0.path) },
                words: { $1 == Strings.roles_name ? $0 : RoleProfile.words($0).resolve(in: actor.language) })
            form.profile = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.merge_role_title),
                saved: try AuditReader.lastSaved(.roleChanged, of: id, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(form.page(actor, services))
        }
        form.profile = typed
        form.errors = typed.errors(actor)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        try form.save(RoleQueries.save(id, typed), in: tx, by: actor, services)
        return Change(
            AuditEvent(.roleChanged, on: .role, id, name: typed.name, changes: typed.changes(from: stored.profile)),
            next: .to("/t/\(actor.tenant.slug)/roles", flash: Strings.roles_saved))
    }
}

/// Deletes a role without holders.
struct DeleteRole: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("role") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredRole.locked(id, in: tx, actor)
        guard !stored.isHeld else {
            var form = stored.form(id)
            form.notice = Strings.roles_in_use
            throw Refusal.changed(form.page(actor, services))
        }
        try tx.execute(RoleQueries.delete(id))
        return Change(
            AuditEvent(
                .roleDeleted, on: .role, id, name: stored.profile.name,
                changes: stored.profile.changes(from: nil).map { .init($0.field, old: $0.new) }),
            next: .to("/t/\(actor.tenant.slug)/roles", flash: Strings.roles_deleted))
    }
}
