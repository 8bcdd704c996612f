import Console
import HTML
import Postgres
import Templates
import Web

/// The form for a new role; `?from=` fills it with the permissions of an existing role.
struct ShowNewRole: Viewing {
    let from: String

    init(_ request: WebRequest) { from = request.query["from"] ?? "" }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var profile = RoleProfile()
        if let model = try MemberRole.all(in: tx, of: actor.tenant).first(where: { $0.value == from }) {
            let name = Strings.roles_copy_name(name: model.name(actor.language)).resolve(in: actor.language)
            // If a manager copies an owner's role, only the permissions that a manager may give are copied.
            profile = RoleProfile(
                name: name.columnPrefix(60), permissions: model.permissions.intersection(actor.permissions))
        }
        return RoleForm(profile: profile).page(actor, services)
    }
}

/// Makes a role of the tenant's own.
struct AddRole: Changing {
    static func isList(_ field: String) -> Bool { RoleProfile.isList(field) }

    let typed: RoleProfile

    init(_ request: WebRequest) { typed = RoleProfile(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let form = RoleForm(profile: typed, errors: typed.errors(actor))
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        let id = ID.make(at: actor.now)
        try form.save(RoleQueries.add(id, tenant: tx.tenant, typed), in: tx, by: actor, services)
        return Change(
            AuditEvent(.roleAdded, on: .role, id, name: typed.name, changes: typed.changes(from: nil)),
            next: .to("/t/\(actor.tenant.slug)/roles", flash: Strings.roles_added))
    }
}
