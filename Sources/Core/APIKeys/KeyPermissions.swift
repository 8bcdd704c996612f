import Console
import HTML
import Templates

/// The permissions for API keys.
extension Permission {
    package static let seeKeys = Permission(
        "keys.see", Strings.permission_keys_see, in: .access, roles: [.manager])
    package static let manageKeys = Permission(
        "keys.manage", Strings.permission_keys_manage, in: .access, roles: [.manager], needs: .seeKeys,
        recordedAs: [.keyCreated, .keyDisabled, .keyEnabled, .keyRotated, .keyDeleted])

    /// All of these permissions, as the feature declares them.
    package static let ofKey: [Permission] = [
        .seeKeys, .manageKeys,
    ]
}
