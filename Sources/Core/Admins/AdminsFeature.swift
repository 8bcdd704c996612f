import HTML
import Templates
import Web

/// The admins of a tenant: who they are, inviting, changing and taking out; and, for
/// operators, all of the installation's.
package struct AdminsFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_admins, icon: "shield", path: "admins", needs: .seeAdmins)]
    }

    package var routes: [Route] {
        Route.list(MemberList.self, needs: .seeAdmins) + Route.list(operators: AllAdminsList.self) + [
            .get("admins/new", needs: .manageAdmins, ShowInvitation.self),
            .post("admins", needs: .manageAdmins, InviteAdmin.self).stepUp,
            .get("admins/:admin", needs: .seeAdmins, ShowAdmin.self),
            .post("admins/:admin/role", needs: .manageAdmins, ChangeAdminRole.self).stepUp,
            .post("admins/:admin/role/:role", needs: .manageAdmins, GrantRole.self).stepUp,
            .post("admins/:admin/invitation", needs: .manageAdmins, RenewInvitation.self).stepUp,
            .post("admins/:admin/membership/end", needs: .manageAdmins, RemoveAdmin.self).stepUp,
            .post(operators: "/admins/:admin/disabling", DisableAdmin.self).stepUp,
            .post(operators: "/admins/:admin/disabling/end", EnableAdmin.self).stepUp,
        ]
    }
}
