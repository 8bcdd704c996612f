import HTML
import Postgres
import Templates

/// What other users of an app may see of a user, by that user's choice. Stored: cases are added, never renamed.
package enum PrivacyLevel: String, CaseIterable, Sendable {
    case nobody, groups, everybody, link

    /// The viewer of a user's data.
    package enum Viewer: Sendable {
        /// The tenant itself, by a key or in the console: permissions and scopes decide what it sees.
        case tenant
        /// A user of the app, the same one or another.
        case user(ID)
        /// A person with the user's own link.
        case link
    }

    package var label: StringKey {
        switch self {
        case .nobody: Strings.privacy_level_nobody
        case .groups: Strings.privacy_level_groups
        case .everybody: Strings.privacy_level_everybody
        case .link: Strings.privacy_level_link
        }
    }

    /// The condition on a row of `users` under which the viewer may see that user. Every statement that returns data
    /// about another user contains it, so that lists and counts follow it too. Between users the rule is the database's
    /// function `shown_to`, which features' own functions ask as well. Deleted users are visible only to the tenant.
    package static func shows(to viewer: Viewer, _ declarations: Declarations) -> SQL {
        switch viewer {
        case .tenant: return "true"
        case .link: return "(users.status = 'active' and users.privacy_level in ('link', 'everybody'))"
        case .user(let id):
            let shared = declarations.sharedGroups.map { $0.share(id) }
            let shares: SQL = shared.isEmpty ? "false" : SQL.joined(shared, by: " or ")
            return """
                (users.id = \(id) or shown_to(users.id, \(id), users.privacy_level, users.status, \(shares))
                    and exists (select from users as viewer where viewer.id = \(id) and viewer.status = 'active'))
                """
        }
    }
}

/// Groups that users have made in the app, declared by the feature that stores them (`Feature.sharedGroups`).
package struct SharedGroups: Sendable {
    /// Returns the condition on a row of `users` under which that user and the viewer share a group.
    package let share: @Sendable (_ viewer: ID) -> SQL

    package init(_ share: @escaping @Sendable (_ viewer: ID) -> SQL) { self.share = share }
}
