import Console
import HTML
import Templates

/// The permissions for the apps that users sign in to.
extension Permission {
    package static let seeApps = Permission("apps.see", Strings.permission_apps_see, in: .access, roles: [.manager])
    package static let manageApps = Permission(
        "apps.manage", Strings.permission_apps_manage, in: .access, roles: [.manager], needs: .seeApps,
        recordedAs: [.appAdded, .appChanged, .appSecretMade, .appDeleted, .identityProviderChanged])

    /// All of these permissions, as the feature declares them.
    static let ofAccounts: [Permission] = [.seeApps, .manageApps]
}
