// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The recommendations that are meant for a goal today, with their ticks, and the questionnaires with what the user answered last. `GET /v1/me/goals/{goal}/recommendations`
public struct GetRecommendations: ReadCall, Hashable {
    public var goal: UUID
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(goal: UUID, language: String? = nil) {
        self.goal = goal
        self.language = language
    }

    public static var name: String { "getRecommendations" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/recommendations" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var recommendations: [GetMyWeek.Answer.Recommendation]
        public var questionnaires: [GetRecommendations.Answer.Questionnaire]

        public init(recommendations: [GetMyWeek.Answer.Recommendation], questionnaires: [GetRecommendations.Answer.Questionnaire]) {
            self.recommendations = recommendations
            self.questionnaires = questionnaires
        }

        private enum CodingKeys: String, CodingKey {
            case recommendations = "recommendations"
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
            public var fields: [GetRecommendations.Answer.Questionnaire.Field]

            public init(key: String, version: Int, name: String, answeredAt: Date? = nil, answeredVersion: Int? = nil, answers: [String: JSONValue], fields: [GetRecommendations.Answer.Questionnaire.Field]) {
                self.key = key
                self.version = version
                self.name = name
                self.answeredAt = answeredAt
                self.answeredVersion = answeredVersion
                self.answers = answers
                self.fields = fields
            }

            private enum CodingKeys: String, CodingKey {
                case key = "key"
                case version = "version"
                case name = "name"
                case answeredAt = "answered_at"
                case answeredVersion = "answered_version"
                case answers = "answers"
                case fields = "fields"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(key, forKey: .key)
                try values.encode(version, forKey: .version)
                try values.encode(name, forKey: .name)
                try values.encode(answeredAt, forKey: .answeredAt)
                try values.encode(answeredVersion, forKey: .answeredVersion)
                try values.encode(answers, forKey: .answers)
                try values.encode(fields, forKey: .fields)
            }

            public struct Field: Codable, Hashable, Sendable {
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
