import Console
import HTML
import Templates

/// The API key scopes for users.
extension Scope {
    package static let readUsers = Scope("users.read", Strings.scope_users_read)
    package static let writeUsers = Scope("users.write", Strings.scope_users_write)
    package static let deleteUsers = Scope("users.delete", Strings.scope_users_delete)

    /// All of these scopes, as the feature declares them.
    package static let ofUser: [Scope] = [.readUsers, .writeUsers, .deleteUsers]
}
