import Console
import HTML
import Templates

/// The list's columns beside the name, in their order.
enum UserColumn: String, CaseIterable, Sendable {
    case status, role, plan, country, language, platform, seen, created

    static let usual: Set<UserColumn> = [.status, .plan, .country, .seen, .created]

    var label: StringKey {
        switch self {
        case .status: Strings.user_status
        case .role: Strings.user_role
        case .plan: Strings.user_plan
        case .country: Strings.user_country
        case .language: Strings.user_language
        case .platform: Strings.user_platform
        case .seen: Strings.user_seen
        case .created: Strings.user_created
        }
    }
}
