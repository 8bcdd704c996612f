import Templates
import HTML

/// What somebody is in a tenant. `operator` is a role of the installation and may do everything in every tenant.
package enum Role: String, CaseIterable, Sendable {
    case owner, manager, editor, support, analyst, auditor
    case `operator`

    /// Roles that a membership can have.
    package static let ofTenants: [Role] = [.owner, .manager, .editor, .support, .analyst, .auditor]

    package var permissions: Set<Permission> {
        switch self {
        case .owner, .manager, .operator: Set(Permission.allCases)
        case .editor: [.seeHome, .seeUsers, .shareViews]
        case .support: [.seeHome, .seeUsers, .addUsers, .editUsers, .noteUsers, .suspendUsers, .shareViews]
        case .analyst: [.seeHome, .seeUsers, .exportUsers, .shareViews]
        case .auditor: [.seeHome, .seeUsers, .seeAudit]
        }
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
