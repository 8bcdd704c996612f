import HTML
import Templates

/// An admin's role in a tenant. `operator` is a role of the installation and has every permission in every tenant.
package enum Role: String, CaseIterable, Sendable {
    case owner, manager, editor, support, analyst, auditor
    case `operator`

    /// The roles that a membership can have.
    package static let ofTenants: [Role] = [.owner, .manager, .editor, .support, .analyst, .auditor]

    /// Returns the role's declared permissions; those of other kinds have no effect in the tenant.
    package func permissions(in tenant: Tenant) -> Set<Permission> {
        Declarations.current.permissions(of: self, in: tenant)
    }

    /// True if the permission is declared for this role; it applies in tenants of the permission's place.
    package func has(_ permission: Permission) -> Bool {
        self == .owner || self == .operator || permission.roles.contains(self)
    }

    /// Returns a stored role in words; `own` is the name of a role that the tenant made.
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
