import Console
import HTML
import Postgres
import Templates

/// The page of the form for adding and changing a role.
struct RoleForm {
    var profile: RoleProfile
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// nil for a new role; otherwise the version and the values with which the form was opened.
    var opened: (id: ID, version: Int, was: RoleProfile)?
    var isHeld = false
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?

    /// Stores the form. If the name is taken, the error is shown beside its field: only the unique index knows for
    /// sure.
    func save(_ statement: SQL, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        do {
            try tx.execute(statement)
        } catch {
            guard error.violates(unique: "roles_name") else { throw error }
            var refused = self
            refused.errors["name"] = LocalText(Strings.error_role_taken)
            throw Refusal.form(refused.page(actor, services))
        }
    }

    func page(_ actor: Actor, _ services: Services) -> RoleFormPage {
        let list: Link = "/t/\(actor.tenant.slug)/roles"
        let heading = LocalText(opened == nil ? Strings.roles_add_title : Strings.roles_edit_title)
        var frame = actor.frame(heading, services, current: "roles", crumb: (LocalText(Strings.menu_roles), list))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        var hidden: [HiddenValue] = []
        if let opened {
            hidden =
                [HiddenValue("version", String(opened.version)), HiddenValue("was_name", opened.was.name)]
                + opened.was.permissions.names.map { HiddenValue("was_may", $0) }
        }
        return RoleFormPage(
            frame: frame, heading: heading.resolve(in: actor.language),
            action: opened.map { "\(list)/\($0.id)" } ?? list,
            name: Field(
                "name", label: LocalText(Strings.roles_name), value: profile.name,
                hint: LocalText(Strings.roles_name_hint),
                error: errors["name"], isRequired: true, hasFocus: opened == nil),
            groups: Permission.Group.allCases.map { group in
                PermissionTicks(
                    label: LocalText(group.label),
                    ticks: group.permissions(in: actor.tenant).map { permission in
                        .init(
                            name: permission.id, label: LocalText(permission.label),
                            isTicked: profile.permissions.contains(permission),
                            // Everybody may see the home page; and nobody gives a permission that they don't have.
                            isFixed: permission == .seeHome || !actor.may(permission))
                    })
            },
            ticksError: errors["may"], hidden: hidden, conflict: conflict,
            delete: opened.flatMap { isHeld ? nil : "\(list)/\($0.id)/deletion" }, isHeld: isHeld, cancel: list)
    }
}
