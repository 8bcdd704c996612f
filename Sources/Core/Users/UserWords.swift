import Console
import HTML
import Templates

/// Stored values of users in the reader's language. A value that an app defines itself (a plan of its own) stays
/// unchanged.
enum UserWords {
    static func status(_ status: String) -> StatusBadge {
        switch status {
        case "active": StatusBadge(LocalText(Strings.status_active), tone: .good)
        case "pending": StatusBadge(LocalText(Strings.status_pending), tone: .warn)
        case "suspended": StatusBadge(LocalText(Strings.status_suspended), tone: .bad)
        default: StatusBadge(LocalText(Strings.status_deleted), tone: .off)
        }
    }

    private static let plans: [String: StringKey] = [
        "free": Strings.plan_free, "premium": Strings.plan_premium, "trial": Strings.plan_trial,
        "family": Strings.plan_family,
    ]

    /// By language, translated once: every row of the list needs them.
    private static let plansInWords = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            (language, plans.mapValues { LocalText($0).resolve(in: language) })
        })

    /// The plans that have words of their own.
    static func plans(_ language: Language) -> [(key: String, words: String)] {
        (plansInWords[language] ?? [:]).sorted { $0.key < $1.key }.map { (key: $0.key, words: $0.value) }
    }

    static func plan(_ plan: String, _ language: Language) -> String { plansInWords[language]?[plan] ?? plan }

    /// A role that no kind of app declares stays as the app has written it.
    static func role(_ role: String, _ language: Language) -> String {
        Declarations.current.userRoles[role].map { LocalText($0).resolve(in: language) } ?? role
    }

    private static let platforms: [String: StringKey] = [
        "ios": Strings.platform_ios, "android": Strings.platform_android, "web": Strings.platform_web,
    ]

    static func platform(_ platform: String, _ language: Language) -> String {
        platforms[platform].map { LocalText($0).resolve(in: language) } ?? platform
    }

    private static let purposes: [String: StringKey] = [
        "terms": Strings.consent_terms, "marketing": Strings.consent_marketing, "health": Strings.consent_health,
    ]

    static func purpose(_ purpose: String, _ language: Language) -> String {
        purposes[purpose].map { LocalText($0).resolve(in: language) } ?? purpose
    }

    @Sendable static func purpose(_ purpose: String, for actor: Actor) -> String {
        Self.purpose(purpose, actor.language)
    }
}
