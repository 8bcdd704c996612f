import HTML
import Postgres
import Templates

/// What other users of an app may see of somebody, as that somebody chose. Stored: cases are added, never renamed.
package enum PrivacyLevel: String, CaseIterable, Sendable {
    case nobody, groups, everybody, link

    /// Who asks about a user.
    package enum Viewer: Sendable {
        /// The tenant itself, by a key or in the console: what it sees is said by permissions and scopes.
        case tenant
        /// A user of the app, the same one or another.
        case user(ID)
        /// Somebody who was given the user's own link.
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

    /// The one rule: the condition on a row of `users` under which the viewer may be told of that user. Every answer about another user
    /// has it in its statement, so that lists and counts obey as single answers do. Who is deleted is told to nobody but the tenant.
    package static func shows(to viewer: Viewer, _ declarations: Declarations) -> SQL {
        switch viewer {
        case .tenant: return "true"
        case .link: return "(users.status = 'active' and users.privacy_level in ('link', 'everybody'))"
        case .user(let id):
            let shared = declarations.sharedGroups.map { $0.share(id) }
            let groups: SQL =
                shared.isEmpty
                ? .empty : " or users.privacy_level in ('groups', 'link') and (\(SQL.joined(shared, by: " or ")))"
            return """
                (users.id = \(id) or users.status = 'active' and (users.privacy_level = 'everybody'\(groups))
                    and exists (select from users as viewer where viewer.id = \(id) and viewer.status = 'active'))
                """
        }
    }
}

/// Groups that users have made in the app, declared by the feature that holds them (`Feature.sharedGroups`).
package struct SharedGroups: Sendable {
    /// The condition on a row of `users` under which that user and the viewer are in one group.
    package let share: @Sendable (_ viewer: ID) -> SQL

    package init(_ share: @escaping @Sendable (_ viewer: ID) -> SQL) { self.share = share }
}
