import Console
import HTML
import Templates

/// The permissions for users.
extension Permission {
    package static let seeUsers = Permission(
        "users.see", Strings.permission_users_see, in: .people,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    package static let addUsers = Permission(
        "users.add", Strings.permission_users_add, in: .people, roles: [.manager, .support], needs: .seeUsers,
        recordedAs: [.userAdded])
    package static let editUsers = Permission(
        "users.edit", Strings.permission_users_edit, in: .people, roles: [.manager, .support], needs: .seeUsers,
        recordedAs: [.userChanged])
    package static let noteUsers = Permission(
        "users.note", Strings.permission_users_note, in: .people, roles: [.manager, .support], needs: .seeUsers,
        recordedAs: [.userNoted])
    package static let suspendUsers = Permission(
        "users.suspend", Strings.permission_users_suspend, in: .people, roles: [.manager, .support], needs: .seeUsers,
        recordedAs: [.userSuspended, .userReinstated])
    package static let deleteUsers = Permission(
        "users.delete", Strings.permission_users_delete, in: .people, roles: [.manager], needs: .seeUsers,
        recordedAs: [.userDeleted, .userRestored])
    package static let exportUsers = Permission(
        "users.export", Strings.permission_users_export, in: .people, roles: [.manager, .analyst], needs: .seeUsers,
        recordedAs: [.usersExported])
    package static let importUsers = Permission(
        "users.import", Strings.permission_users_import, in: .people, roles: [.manager], needs: .seeUsers,
        recordedAs: [.importUploaded, .importStarted])

    /// All of these permissions, as the feature declares them.
    package static let ofUser: [Permission] = [
        .seeUsers, .addUsers, .editUsers, .noteUsers, .suspendUsers, .deleteUsers, .exportUsers, .importUsers,
    ]
}
