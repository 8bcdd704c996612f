import HTML
import Templates

/// What somebody is in a tenant. `operator` is a role of the installation and may do everything in every tenant.
package enum Role: String, CaseIterable, Sendable {
    case owner, manager, editor, support, analyst, auditor
    case `operator`

    /// Roles that a membership can have.
    package static let ofTenants: [Role] = [.owner, .manager, .editor, .support, .analyst, .auditor]

    package var permissions: Set<Permission> {
        switch self {
        case .owner, .operator: Set(Permission.allCases)
        case .manager: Set(Permission.allCases).subtracting([.archiveTenant])
        case .editor:
            [
                .seeHome, .seeUsers, .seeAnswers, .shareViews, .manageSegments, .seeCatalogue, .editCatalogue,
                .publishCatalogue,
            ]
        case .support:
            [
                .seeHome, .seeUsers, .seeAnswers, .addUsers, .editUsers, .noteUsers, .suspendUsers, .shareViews,
                .seeCatalogue,
            ]
        case .analyst:
            [.seeHome, .seeUsers, .exportUsers, .seeAnswers, .exportAnswers, .shareViews, .seeCatalogue, .seeFinance]
        case .auditor: [.seeHome, .seeUsers, .seeAnswers, .seeCatalogue, .seeFinance, .seeAudit, .seeAdmins]
        }
    }

    /// A stored role in words; `own` is the name of one of the tenant's own making.
    static func name(_ role: String, own: String?, _ language: Language) -> String {
        own ?? Role(rawValue: role).map { LocalText($0.label).resolve(in: language) } ?? role
    }

    package var label: StringKey {
        switch self {
        case .owner: Strings.role_owner
        case .manager: Strings.role_manager
        case .editor: Strings.role_editor
        case .support: Strings.role_support
        case .analyst: Strings.role_analyst
        case .auditor: Strings.role_auditor
        case .operator: Strings.role_operator
        }
    }
}
