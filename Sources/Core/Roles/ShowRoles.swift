import Console
import HTML
import Postgres
import Templates
import Web

/// The matrix: a column for each role, a row for each permission.
struct ShowRoles: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let holders = try tx.send(RoleQueries.holders)
        let own = try tx.send(RoleQueries.all)
        var counts: [String: Int] = [:]
        for row in try holders.rows() { counts[try row.text("value")] = try row.int("n") }
        let roles = try MemberRole.all(own.rows(), of: actor.tenant)
        let base: Link = "/t/\(actor.tenant.slug)/roles"
        let mayManage = actor.may(.manageRoles)
        return RoleMatrixPage(
            frame: actor.frame(LocalText(Strings.menu_roles), services, current: "roles"),
            addLink: mayManage ? "\(base)/new" : nil,
            columns: roles.map { role in
                RoleColumn(
                    name: role.name(actor.language), isOwn: role.known == nil,
                    edit: mayManage && actor.mayGive(role) ? role.id.map { "\(base)/\($0)" } : nil,
                    copy: mayManage ? ("\(base)/new" as Link).with(query: [("from", role.value)]) : nil,
                    holders: Strings.roles_have_it(count: counts[role.value] ?? 0))
            },
            groups: Permission.Group.allCases.map { group in
                PermissionGroup(
                    label: LocalText(group.label), width: roles.count + 1,
                    rows: group.permissions(in: actor.tenant).map { permission in
                        PermissionRow(
                            label: LocalText(permission.label), cells: roles.map { $0.permissions.contains(permission) }
                        )
                    })
            })
    }
}
