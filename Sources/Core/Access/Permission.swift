import HTML
import Templates

/// What an admin may do in a tenant. Every route names one; a route without one doesn't compile. The raw value is
/// stored in roles of a tenant's own making: cases are added, never renamed.
package enum Permission: String, CaseIterable, Sendable {
    case seeHome = "home.see"
    case seeUsers = "users.see"
    case addUsers = "users.add"
    case editUsers = "users.edit"
    case noteUsers = "users.note"
    case suspendUsers = "users.suspend"
    case deleteUsers = "users.delete"
    case exportUsers = "users.export"
    case importUsers = "users.import"
    case seeAnswers = "answers.see"
    case exportAnswers = "answers.export"
    case seeCatalogue = "catalogue.see"
    case editCatalogue = "catalogue.edit"
    case publishCatalogue = "catalogue.publish"
    case manageSubscriptions = "subscriptions.manage"
    case seeFinance = "finance.see"
    case shareViews = "views.share"
    case manageSegments = "segments.manage"
    case seeAudit = "audit.see"
    case seeKeys = "keys.see"
    case manageKeys = "keys.manage"
    case seeAdmins = "admins.see"
    case manageAdmins = "admins.manage"
    case manageRoles = "roles.manage"
    case manageTenant = "tenant.manage"
    case archiveTenant = "tenant.archive"

    /// How the matrix and the form of a role put them together.
    enum Group: CaseIterable {
        case oversight, people, content, access, tenant

        var label: StringKey {
            switch self {
            case .oversight: Strings.permissions_oversight
            case .people: Strings.permissions_people
            case .content: Strings.permissions_content
            case .access: Strings.permissions_access
            case .tenant: Strings.permissions_tenant
            }
        }

        var permissions: [Permission] { Permission.allCases.filter { $0.group == self } }
    }

    var group: Group {
        switch self {
        case .seeHome, .seeAudit, .seeFinance: .oversight
        case .seeUsers, .addUsers, .editUsers, .noteUsers, .suspendUsers, .deleteUsers, .exportUsers, .importUsers,
            .seeAnswers, .exportAnswers,
            .manageSubscriptions, .shareViews, .manageSegments:
            .people
        case .seeCatalogue, .editCatalogue, .publishCatalogue: .content
        case .seeAdmins, .manageAdmins, .manageRoles, .seeKeys, .manageKeys: .access
        case .manageTenant, .archiveTenant: .tenant
        }
    }

    /// Without which this one is of no use.
    var needs: Permission? {
        switch self {
        case .addUsers, .editUsers, .noteUsers, .suspendUsers, .deleteUsers, .exportUsers, .importUsers, .seeAnswers,
            .manageSubscriptions, .shareViews,
            .manageSegments:
            .seeUsers
        case .exportAnswers: .seeAnswers
        case .manageAdmins, .manageRoles: .seeAdmins
        case .manageKeys: .seeKeys
        case .editCatalogue, .publishCatalogue: .seeCatalogue
        case .archiveTenant: .manageTenant
        case .seeHome, .seeUsers, .seeCatalogue, .seeFinance, .seeAudit, .seeAdmins, .seeKeys, .manageTenant: nil
        }
    }

    var label: StringKey {
        switch self {
        case .seeHome: Strings.permission_home_see
        case .seeUsers: Strings.permission_users_see
        case .addUsers: Strings.permission_users_add
        case .editUsers: Strings.permission_users_edit
        case .noteUsers: Strings.permission_users_note
        case .suspendUsers: Strings.permission_users_suspend
        case .deleteUsers: Strings.permission_users_delete
        case .exportUsers: Strings.permission_users_export
        case .importUsers: Strings.permission_users_import
        case .seeAnswers: Strings.permission_answers_see
        case .exportAnswers: Strings.permission_answers_export
        case .seeCatalogue: Strings.permission_catalogue_see
        case .editCatalogue: Strings.permission_catalogue_edit
        case .publishCatalogue: Strings.permission_catalogue_publish
        case .manageSubscriptions: Strings.permission_subscriptions_manage
        case .seeFinance: Strings.permission_finance_see
        case .shareViews: Strings.permission_views_share
        case .manageSegments: Strings.permission_segments_manage
        case .seeAudit: Strings.permission_audit_see
        case .seeKeys: Strings.permission_keys_see
        case .manageKeys: Strings.permission_keys_manage
        case .seeAdmins: Strings.permission_admins_see
        case .manageAdmins: Strings.permission_admins_manage
        case .manageRoles: Strings.permission_roles_manage
        case .manageTenant: Strings.permission_tenant_manage
        case .archiveTenant: Strings.permission_tenant_archive
        }
    }

    /// What a process does not know gives nothing.
    static func stored(_ names: [String]) -> Set<Permission> { Set(names.compactMap { Permission(rawValue: $0) }) }
}

extension Set<Permission> {
    /// With what each of them needs, and the home page, where everybody arrives.
    var whole: Set<Permission> {
        var all = union([.seeHome])
        while case let needed = Set(all.compactMap(\.needs)).subtracting(all), !needed.isEmpty { all.formUnion(needed) }
        return all
    }

    /// As stored, always in one order.
    var names: [String] { Permission.allCases.filter { contains($0) }.map(\.rawValue) }
}
