import Console
import HTML
import Templates

/// The type of a user's field: which texts are valid, and how they are shown and chosen.
enum UserValue: Sendable, Equatable {
    case id, email, phone, role, plan, country, language, zone, status, platform, time
    /// A text with that number of characters.
    case text(ClosedRange<Int>)

    static let statuses = ["active", "pending", "suspended", "deleted"]
    static let platforms = ["ios", "android", "web"]

    /// The number of characters; nil if it is no text. The column may allow more, never less.
    var length: ClosedRange<Int>? {
        switch self {
        case .id, .time: nil
        case .email: 3...254
        case .phone: 0...16
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

    /// Written from left to right, whatever the page's direction.
    var isLatin: Bool { self == .email || self == .zone || self == .phone }

    /// The `type` and `inputmode` of its input.
    var input: String { self == .phone ? "tel" : "text" }

    /// Returns the error of a typed text. Only the database can check a time zone.
    func fault(_ text: String) -> LocalText? {
        switch self {
        case .email:
            if text.isEmpty { return LocalText(Strings.error_required) }
            if text.columnLength > 254 { return Strings.error_too_long(max: 254) }
            return EmailAddress.isPlausible(text) ? nil : LocalText(Strings.error_email)
        case .phone: return text.isEmpty || PhoneNumber.isStored(text) ? nil : LocalText(Strings.error_phone)
        case .country:
            let isCode = text.count == 2 && text.allSatisfy { $0.isASCII && $0.isUppercase }
            return text.isEmpty || isCode ? nil : LocalText(Strings.error_country)
        case .language:
            let isTag = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            return (1...12).contains(text.count) && isTag && Languages.isKnown(text)
                ? nil : LocalText(Strings.error_language)
        case .role, .text:
            guard let length else { return nil }
            return LineText.fault(text, most: length.upperBound, isRequired: length.lowerBound > 0)
        case .id, .plan, .zone, .status, .platform, .time: return nil
        }
    }

    /// Returns the text as it is stored; one that can't be read stays as it was typed. `country` is where a national
    /// telephone number is taken to be.
    func stored(_ text: String, in country: String?) -> String {
        self == .phone ? PhoneNumber(text, in: country)?.e164 ?? text : text
    }

    /// The same as a schema, for a program's developer.
    var shape: JSONSchema {
        switch self {
        case .email: .format("idn-email")
        // As people write it: it is read into E.164.
        case .phone: .format("phone-number")
        case .country: .shape("^([A-Z]{2})?$", 0...2)
        // Of the languages that exist, of which no pattern tells.
        case .language: .filled("language-tag")
        case .zone: .filled("iana-time-zone")
        // PostgreSQL's text contains no zero byte.
        case .plan: .shape("^[^\\u0000]*$", 1...80)
        case .role: .shape(LineText.pattern, 1...40)
        case .text(let length): .shape(LineText.pattern, length)
        case .id, .status, .platform, .time: .string
        }
    }

    /// Returns the value in words.
    func words(_ text: String, _ language: Language) -> String {
        switch self {
        case .status: UserWords.status(text).text.resolve(in: language)
        case .plan: UserWords.plan(text, language)
        case .language: Languages.name(of: text)
        case .platform: UserWords.platform(text, language)
        case .country: Countries.name(of: text, in: language)
        case .role: UserWords.role(text, language)
        case .id, .email, .phone, .zone, .time, .text: text
        }
    }

    /// Valid values that also have names: files may contain the names instead.
    var known: [String] {
        if case .language = self { return Languages.codes }
        return []
    }

    /// The only texts that an admin may choose; nil if any text may be typed.
    func choices(_ kind: (any Kind)?) -> [String]? {
        switch self {
        case .role: kind?.userRoles ?? ["user"]
        case .country: Countries.codes
        default: nil
        }
    }
}
