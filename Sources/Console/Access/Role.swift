import HTML
import Templates

/// What somebody is in a tenant. `operator` is a role of the installation and may do everything in every tenant.
package enum Role: String, CaseIterable, Sendable {
    case owner, manager, editor, support, analyst, auditor
    case `operator`

    /// Roles that a membership can have.
    package static let ofTenants: [Role] = [.owner, .manager, .editor, .support, .analyst, .auditor]

    /// What the declared permissions say; those of other kinds allow nothing in the tenant.
    package func permissions(in tenant: Tenant) -> Set<Permission> {
        Declarations.current.permissions(of: self, in: tenant)
    }

    /// As declared, in tenants of the permission's place.
    package func has(_ permission: Permission) -> Bool {
        self == .owner || self == .operator || permission.roles.contains(self)
    }

    /// A stored role in words; `own` is the name of one of the tenant's own making.
    package static func name(_ role: String, own: String?, _ language: Language) -> String {
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
