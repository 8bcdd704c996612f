import Console
import HTML
import Templates

/// What admins may do about roles.
extension Permission {
    package static let manageRoles = Permission(
        "roles.manage", Strings.permission_roles_manage, in: .access, roles: [.manager], needs: .seeAdmins,
        recordedAs: [.roleAdded, .roleChanged, .roleDeleted])

    /// All of them, as the feature declares them.
    package static let ofRole: [Permission] = [
        .manageRoles
    ]
}
