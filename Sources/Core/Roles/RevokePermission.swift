import Console
import HTML
import Postgres
import Templates
import Web

/// One permission of one of the tenant's own roles, for the access review. Removing it and giving it back are each
/// other's undo.
struct PermissionChange: Sendable {
    let id: ID
    let permission: Permission

    init(_ request: WebRequest) throws {
        guard let permission = request.parameters["permission"].flatMap({ Permission(id: $0) }) else {
            throw Refusal.notFound
        }
        id = try request.id("role")
        self.permission = permission
    }

    func run(
        allowing: Bool, flash: StringKey, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        let stored = try StoredRole.locked(id, in: tx, actor)
        guard actor.may(permission) else { throw Refusal.lacks(permission) }
        var wanted = stored.profile.permissions
        if allowing { wanted.insert(permission) } else { wanted.remove(permission) }
        // The profile adds the permissions that others need: so a permission that another one needs can't be removed.
        let profile = RoleProfile(name: stored.profile.name, permissions: wanted)
        guard profile != stored.profile else {
            var form = stored.form(id)
            form.notice = Strings.problem_changed_advice
            throw Refusal.changed(form.page(actor, services))
        }
        try tx.execute(RoleQueries.save(id, profile))
        let inverse = actor.link("roles/\(id)/permissions/\(permission.id)")
        return Change(
            AuditEvent(.roleChanged, on: .role, id, name: profile.name, changes: profile.changes(from: stored.profile)),
            next: .to(AccessReview.link(actor), flash: flash, undo: allowing ? "\(inverse)/end" : inverse))
    }
}

struct RevokePermission: Changing {
    let change: PermissionChange
    init(_ request: WebRequest) throws { change = try PermissionChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(allowing: false, flash: Strings.review_permission_taken, in: tx, by: actor, services)
    }
}

struct GrantPermission: Changing {
    let change: PermissionChange
    init(_ request: WebRequest) throws { change = try PermissionChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(allowing: true, flash: Strings.review_permission_given, in: tx, by: actor, services)
    }
}
