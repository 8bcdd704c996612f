import Console
import HTML
import Templates

/// The permissions for admins.
extension Permission {
    package static let seeAdmins = Permission(
        "admins.see", Strings.permission_admins_see, in: .access, roles: [.manager, .auditor])
    package static let manageAdmins = Permission(
        "admins.manage", Strings.permission_admins_manage, in: .access, roles: [.manager], needs: .seeAdmins,
        recordedAs: [.adminInvited, .adminInvitationWithdrawn, .adminLinkMade, .membershipGranted, .membershipEnded])

    /// All of these permissions, as the feature declares them.
    package static let ofAdmin: [Permission] = [
        .seeAdmins, .manageAdmins,
    ]
}
