import Console
import HTML
import Templates

/// The permissions for roles.
extension Permission {
    package static let manageRoles = Permission(
        "roles.manage", Strings.permission_roles_manage, in: .access, roles: [.manager], needs: .seeAdmins,
        recordedAs: [.roleAdded, .roleChanged, .roleDeleted])

    /// All of these permissions, as the feature declares them.
    package static let ofRole: [Permission] = [
        .manageRoles
    ]
}
