import Console
import HTML
import Templates
import Web

/// The permissions of each role, and the tenant's own roles.
package struct RolesFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("roles", Strings.menu_roles, about: Strings.guide_about_roles)
    }
    package var permissions: [Permission] { Permission.ofRole }
    package var guardedActs: [GuardedAct] { [.roles] }
    package var auditActions: [AuditAction] { AuditAction.ofRole }
    package var objectKinds: [ObjectKind] { [.role] }
    package var auditFields: [AuditField] {
        [
            AuditField("name", Strings.roles_name, of: .role),
            AuditField(
                prefix: "", of: .role,
                words: { id, language in Permission(id: id).map { LocalText($0.label).resolve(in: language) } },
                value: { text, id, language in
                    Permission(id: id) == nil ? text : RoleProfile.words(text).resolve(in: language)
                }),
        ]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_roles, icon: "key", path: "roles", needs: .seeAdmins)]
    }

    package var routes: [Route] {
        [
            .get("roles", needs: .seeAdmins, ShowRoles.self),
            .get("roles/new", needs: .manageRoles, ShowNewRole.self),
            .post("roles", needs: .manageRoles, AddRole.self).stepUp,
            .get("roles/:role", needs: .manageRoles, ShowRoleEdit.self),
            .post("roles/:role", needs: .manageRoles, EditRole.self).stepUp,
            .post("roles/:role/deletion", needs: .manageRoles, DeleteRole.self).stepUp,
            .post("roles/:role/permissions/:permission", needs: .manageRoles, GrantPermission.self).stepUp,
            .post("roles/:role/permissions/:permission/end", needs: .manageRoles, RevokePermission.self).stepUp,
        ]
    }
}
