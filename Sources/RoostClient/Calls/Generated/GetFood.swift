// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the recipient of a goal is advised to eat, and the questionnaires about food with their questions by workday and weekend. `GET /v1/me/goals/{goal}/food`
public struct GetFood: ReadCall, Hashable {
    public var goal: UUID
    /// The first day; without it today.
    public var from: String?
    /// The last day, at most 62 days from the first.
    public var until: String?
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(goal: UUID, from: String? = nil, until: String? = nil, language: String? = nil) {
        self.goal = goal
        self.from = from
        self.until = until
        self.language = language
    }

    public static var name: String { "getFood" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/food" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let from { all.append(("from", from)) }
        if let until { all.append(("until", until)) }
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var food: [GetMyWeek.Answer.Food]
        public var questionnaires: [GetFood.Answer.Questionnaire]

        public init(food: [GetMyWeek.Answer.Food], questionnaires: [GetFood.Answer.Questionnaire]) {
            self.food = food
            self.questionnaires = questionnaires
        }

        private enum CodingKeys: String, CodingKey {
            case food = "food"
            case questionnaires = "questionnaires"
        }

        public struct Questionnaire: Codable, Hashable, Sendable {
            public var key: String
            public var version: Int
            public var name: String
            public var answeredAt: Date?
            public var answeredVersion: Int?
            /// By the key of the question; empty before the first submission.
            public var answers: [String: JSONValue]
            public var workday: [GetFood.Answer.Questionnaire.Workday]
            public var weekend: [GetFood.Answer.Questionnaire.Weekend]
            public var other: [GetFood.Answer.Questionnaire.Other]

            public init(key: String, version: Int, name: String, answeredAt: Date? = nil, answeredVersion: Int? = nil, answers: [String: JSONValue], workday: [GetFood.Answer.Questionnaire.Workday], weekend: [GetFood.Answer.Questionnaire.Weekend], other: [GetFood.Answer.Questionnaire.Other]) {
                self.key = key
                self.version = version
                self.name = name
                self.answeredAt = answeredAt
                self.answeredVersion = answeredVersion
                self.answers = answers
                self.workday = workday
                self.weekend = weekend
                self.other = other
            }

            private enum CodingKeys: String, CodingKey {
                case key = "key"
                case version = "version"
                case name = "name"
                case answeredAt = "answered_at"
                case answeredVersion = "answered_version"
                case answers = "answers"
                case workday = "workday"
                case weekend = "weekend"
                case other = "other"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(key, forKey: .key)
                try values.encode(version, forKey: .version)
                try values.encode(name, forKey: .name)
                try values.encode(answeredAt, forKey: .answeredAt)
                try values.encode(answeredVersion, forKey: .answeredVersion)
                try values.encode(answers, forKey: .answers)
                try values.encode(workday, forKey: .workday)
                try values.encode(weekend, forKey: .weekend)
                try values.encode(other, forKey: .other)
            }

            public struct Workday: Codable, Hashable, Sendable {
                public var key: String
                public var kind: GetFood.Answer.Questionnaire.Workday.Kind
                public var required: Bool
                public var unit: String?
                public var least: Double?
                public var greatest: Double?
                public var showIf: GetFood.Answer.Questionnaire.Workday.ShowIf?
                public var accepts: GetFood.Answer.Questionnaire.Workday.Accepts?
                public var largestBytes: Double?
                public var label: String
                public var help: String?
                public var choices: [GetFood.Answer.Questionnaire.Workday.Choice]

                public init(key: String, kind: GetFood.Answer.Questionnaire.Workday.Kind, required: Bool, unit: String? = nil, least: Double? = nil, greatest: Double? = nil, showIf: GetFood.Answer.Questionnaire.Workday.ShowIf? = nil, accepts: GetFood.Answer.Questionnaire.Workday.Accepts? = nil, largestBytes: Double? = nil, label: String, help: String? = nil, choices: [GetFood.Answer.Questionnaire.Workday.Choice]) {
                    self.key = key
                    self.kind = kind
                    self.required = required
                    self.unit = unit
                    self.least = least
                    self.greatest = greatest
                    self.showIf = showIf
                    self.accepts = accepts
                    self.largestBytes = largestBytes
                    self.label = label
                    self.help = help
                    self.choices = choices
                }

                private enum CodingKeys: String, CodingKey {
                    case key = "key"
                    case kind = "kind"
                    case required = "required"
                    case unit = "unit"
                    case least = "least"
                    case greatest = "greatest"
                    case showIf = "show_if"
                    case accepts = "accepts"
                    case largestBytes = "largest_bytes"
                    case label = "label"
                    case help = "help"
                    case choices = "choices"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(key, forKey: .key)
                    try values.encode(kind, forKey: .kind)
                    try values.encode(required, forKey: .required)
                    try values.encode(unit, forKey: .unit)
                    try values.encode(least, forKey: .least)
                    try values.encode(greatest, forKey: .greatest)
                    try values.encode(showIf, forKey: .showIf)
                    try values.encode(accepts, forKey: .accepts)
                    try values.encode(largestBytes, forKey: .largestBytes)
                    try values.encode(label, forKey: .label)
                    try values.encode(help, forKey: .help)
                    try values.encode(choices, forKey: .choices)
                }

                /// One of the values below; a newer server may know more.
                public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
                    public let rawValue: String
                    public init(rawValue: String) { self.rawValue = rawValue }

                    public static let text = Kind(rawValue: "text")
                    public static let number = Kind(rawValue: "number")
                    public static let choice = Kind(rawValue: "choice")
                    public static let several = Kind(rawValue: "several")
                    public static let day = Kind(rawValue: "day")
                    public static let yes = Kind(rawValue: "yes")
                    public static let file = Kind(rawValue: "file")
                }

                public struct ShowIf: Codable, Hashable, Sendable {
                    public var key: String
                    public var value: String

                    public init(key: String, value: String) {
                        self.key = key
                        self.value = value
                    }

                    private enum CodingKeys: String, CodingKey {
                        case key = "key"
                        case value = "value"
                    }
                }

                /// One of the values below; a newer server may know more.
                public struct Accepts: RawRepresentable, Codable, Hashable, Sendable {
                    public let rawValue: String
                    public init(rawValue: String) { self.rawValue = rawValue }

                    public static let photo = Accepts(rawValue: "photo")
                    public static let document = Accepts(rawValue: "document")
                    public static let any = Accepts(rawValue: "any")
                }

                public struct Choice: Codable, Hashable, Sendable {
                    public var value: String
                    public var label: String

                    public init(value: String, label: String) {
                        self.value = value
                        self.label = label
                    }

                    private enum CodingKeys: String, CodingKey {
                        case value = "value"
                        case label = "label"
                    }
                }
            }

            public struct Weekend: Codable, Hashable, Sendable {
                public var key: String
                public var kind: GetFood.Answer.Questionnaire.Workday.Kind
                public var required: Bool
                public var unit: String?
                public var least: Double?
                public var greatest: Double?
                public var showIf: GetFood.Answer.Questionnaire.Workday.ShowIf?
                public var accepts: GetFood.Answer.Questionnaire.Workday.Accepts?
                public var largestBytes: Double?
                public var label: String
                public var help: String?
                public var choices: [GetFood.Answer.Questionnaire.Workday.Choice]

                public init(key: String, kind: GetFood.Answer.Questionnaire.Workday.Kind, required: Bool, unit: String? = nil, least: Double? = nil, greatest: Double? = nil, showIf: GetFood.Answer.Questionnaire.Workday.ShowIf? = nil, accepts: GetFood.Answer.Questionnaire.Workday.Accepts? = nil, largestBytes: Double? = nil, label: String, help: String? = nil, choices: [GetFood.Answer.Questionnaire.Workday.Choice]) {
                    self.key = key
                    self.kind = kind
                    self.required = required
                    self.unit = unit
                    self.least = least
                    self.greatest = greatest
                    self.showIf = showIf
                    self.accepts = accepts
                    self.largestBytes = largestBytes
                    self.label = label
                    self.help = help
                    self.choices = choices
                }

                private enum CodingKeys: String, CodingKey {
                    case key = "key"
                    case kind = "kind"
                    case required = "required"
                    case unit = "unit"
                    case least = "least"
                    case greatest = "greatest"
                    case showIf = "show_if"
                    case accepts = "accepts"
                    case largestBytes = "largest_bytes"
                    case label = "label"
                    case help = "help"
                    case choices = "choices"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(key, forKey: .key)
                    try values.encode(kind, forKey: .kind)
                    try values.encode(required, forKey: .required)
                    try values.encode(unit, forKey: .unit)
                    try values.encode(least, forKey: .least)
                    try values.encode(greatest, forKey: .greatest)
                    try values.encode(showIf, forKey: .showIf)
                    try values.encode(accepts, forKey: .accepts)
                    try values.encode(largestBytes, forKey: .largestBytes)
                    try values.encode(label, forKey: .label)
                    try values.encode(help, forKey: .help)
                    try values.encode(choices, forKey: .choices)
                }
            }

            public struct Other: Codable, Hashable, Sendable {
                public var key: String
                public var kind: GetFood.Answer.Questionnaire.Workday.Kind
                public var required: Bool
                public var unit: String?
                public var least: Double?
                public var greatest: Double?
                public var showIf: GetFood.Answer.Questionnaire.Workday.ShowIf?
                public var accepts: GetFood.Answer.Questionnaire.Workday.Accepts?
                public var largestBytes: Double?
                public var label: String
                public var help: String?
                public var choices: [GetFood.Answer.Questionnaire.Workday.Choice]

                public init(key: String, kind: GetFood.Answer.Questionnaire.Workday.Kind, required: Bool, unit: String? = nil, least: Double? = nil, greatest: Double? = nil, showIf: GetFood.Answer.Questionnaire.Workday.ShowIf? = nil, accepts: GetFood.Answer.Questionnaire.Workday.Accepts? = nil, largestBytes: Double? = nil, label: String, help: String? = nil, choices: [GetFood.Answer.Questionnaire.Workday.Choice]) {
                    self.key = key
                    self.kind = kind
                    self.required = required
                    self.unit = unit
                    self.least = least
                    self.greatest = greatest
                    self.showIf = showIf
                    self.accepts = accepts
                    self.largestBytes = largestBytes
                    self.label = label
                    self.help = help
                    self.choices = choices
                }

                private enum CodingKeys: String, CodingKey {
                    case key = "key"
                    case kind = "kind"
                    case required = "required"
                    case unit = "unit"
                    case least = "least"
                    case greatest = "greatest"
                    case showIf = "show_if"
                    case accepts = "accepts"
                    case largestBytes = "largest_bytes"
                    case label = "label"
                    case help = "help"
                    case choices = "choices"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(key, forKey: .key)
                    try values.encode(kind, forKey: .kind)
                    try values.encode(required, forKey: .required)
                    try values.encode(unit, forKey: .unit)
                    try values.encode(least, forKey: .least)
                    try values.encode(greatest, forKey: .greatest)
                    try values.encode(showIf, forKey: .showIf)
                    try values.encode(accepts, forKey: .accepts)
                    try values.encode(largestBytes, forKey: .largestBytes)
                    try values.encode(label, forKey: .label)
                    try values.encode(help, forKey: .help)
                    try values.encode(choices, forKey: .choices)
                }
            }
        }
    }
}
