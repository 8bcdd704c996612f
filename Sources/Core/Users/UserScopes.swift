import Console
import HTML
import Templates

/// What a key may do about users.
extension Scope {
    package static let readUsers = Scope("users.read", Strings.scope_users_read)
    package static let writeUsers = Scope("users.write", Strings.scope_users_write)
    package static let deleteUsers = Scope("users.delete", Strings.scope_users_delete)

    /// All of them, as the feature declares them.
    package static let ofUser: [Scope] = [.readUsers, .writeUsers, .deleteUsers]
}
