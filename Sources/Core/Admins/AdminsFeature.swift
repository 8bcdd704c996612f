import Console
import HTML
import Postgres
import Templates
import Web

/// The admins of a tenant: listing, inviting, changing and removing them; and, for operators, all admins of the
/// installation.
package struct AdminsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("admins", Strings.menu_admins, about: Strings.guide_about_admins)
    }
    package var demo: (any DemoRows.Type)? { ColleagueDemo.self }
    package var findSources: [FindSource] {
        [
            FindSource(
                Strings.menu_admins, icon: "shield", needs: .seeAdmins, label: "admins.name", hint: "admins.email",
                path: "'admins/' || admins.id",
                from: "memberships join lateral \(MembershipQueries.known) as admins on true",
                text: "admins.name || ' ' || admins.email")
        ]
    }
    package var permissions: [Permission] { Permission.ofAdmin }
    package var auditActions: [AuditAction] { AuditAction.ofAdmin }
    package var objectKinds: [ObjectKind] { [.membership] }
    package var jobs: [any Job.Type] { [InvitationMail.self] }
    package var lists: [ListDeclaration] { [MemberList.list] }
    package var auditFields: [AuditField] {
        [
            AuditField("role", Strings.user_role, of: .membership) {
                (Role(rawValue: $0)?.label).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
            AuditField("operator", Strings.role_operator),
        ]
    }

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
            .post(signedIn: "/offers/:offer/acceptance", AcceptOffer.self),
            .post(signedIn: "/offers/:offer/end", DeclineOffer.self),
            .post(operators: "/admins/:admin/disabling", DisableAdmin.self).stepUp,
            .post(operators: "/admins/:admin/disabling/end", EnableAdmin.self).stepUp,
        ]
    }
}
