import Console
import HTML
import Templates

/// What a field of users holds: which texts it takes, and how it is shown and chosen.
enum UserValue: Sendable, Equatable {
    case id, email, role, plan, country, language, zone, status, platform, time
    /// So many characters.
    case text(ClosedRange<Int>)

    static let statuses = ["active", "pending", "suspended", "deleted"]
    static let platforms = ["ios", "android", "web"]

    /// Characters; nil for what is no text. The column may hold more, never less.
    var length: ClosedRange<Int>? {
        switch self {
        case .id, .time: nil
        case .email: 3...254
        case .role: 1...40
        case .plan: 1...40
        case .country: 0...2
        case .language: 1...12
        case .zone: 1...64
        case .status, .platform: 0...20
        case .text(let length): length
        }
    }

    var isRequired: Bool { self == .email || self == .zone }

    /// Written from left to right whatever the page's direction.
    var isLatin: Bool { self == .email || self == .zone }

    /// What is wrong with a text that was typed. Whether a time zone is one, only the database knows.
    func fault(_ text: String) -> LocalText? {
        switch self {
        case .email:
            if text.isEmpty { return LocalText(Strings.error_required) }
            if text.columnLength > 254 { return Strings.error_too_long(max: 254) }
            return EmailAddress.isPlausible(text) ? nil : LocalText(Strings.error_email)
        case .country:
            let isCode = text.count == 2 && text.allSatisfy { $0.isASCII && $0.isUppercase }
            return text.isEmpty || isCode ? nil : LocalText(Strings.error_country)
        case .language:
            let isTag = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            return (1...12).contains(text.count) && isTag ? nil : LocalText(Strings.error_language)
        case .role, .text:
            guard let length else { return nil }
            if text.isEmpty, length.lowerBound > 0 { return LocalText(Strings.error_required) }
            return text.columnLength > length.upperBound ? Strings.error_too_long(max: length.upperBound) : nil
        case .id, .plan, .zone, .status, .platform, .time: return nil
        }
    }

    /// The same, as a program's maker can read it. PostgreSQL's text holds no zero byte.
    var shape: JSONSchema {
        switch self {
        case .email: .format("idn-email")
        case .country: .shape("^([A-Z]{2})?$", 0...2)
        case .language: .shape("^[A-Za-z0-9-]+$", 1...12)
        case .zone: .filled("iana-time-zone")
        case .plan: .shape("^[^\\u0000]*$", 1...80)
        case .role: .shape("^[^\\u0000]*$", 1...40)
        case .text(let length): .shape("^[^\\u0000]*$", length)
        case .id, .status, .platform, .time: .string
        }
    }

    /// As people read it.
    func words(_ text: String, _ language: Language) -> String {
        switch self {
        case .status: UserWords.status(text).text.resolve(in: language)
        case .plan: UserWords.plan(text, language)
        case .language: Languages.name(of: text)
        case .platform: UserWords.platform(text, language)
        case .country: Countries.name(of: text, in: language)
        case .id, .email, .role, .zone, .time, .text: text
        }
    }

    /// Among what may be typed, values that have a word of their own: files may say that instead.
    var known: [String] {
        if case .language = self { return Languages.codes }
        return []
    }

    /// The only texts that an admin may choose; nil where anything may be typed.
    func choices(_ kind: (any Kind)?) -> [String]? {
        switch self {
        case .role: kind?.userRoles ?? ["user"]
        case .country: Countries.codes
        default: nil
        }
    }
}
