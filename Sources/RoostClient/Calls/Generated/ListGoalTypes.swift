// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The goal types that a user can choose now, in the order in which admins arranged them, with the questions that a goal of the type answers. `GET /v1/me/goal-types`
public struct ListGoalTypes: ReadCall, Hashable {
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(language: String? = nil) {
        self.language = language
    }

    public static var name: String { "listGoalTypes" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goal-types" }
    public static var hasTag: Bool { true }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var goalTypes: [ListGoalTypes.Answer.GoalType]

        public init(goalTypes: [ListGoalTypes.Answer.GoalType]) {
            self.goalTypes = goalTypes
        }

        private enum CodingKeys: String, CodingKey {
            case goalTypes = "goal_types"
        }

        public struct GoalType: Codable, Hashable, Sendable {
            public var key: String
            public var version: Int
            public var name: String
            public var about: String?
            /// Where the picture is got with the same token; it never changes.
            public var icon: String?
            public var fields: [GetRecommendations.Answer.Questionnaire.Field]

            public init(key: String, version: Int, name: String, about: String? = nil, icon: String? = nil, fields: [GetRecommendations.Answer.Questionnaire.Field]) {
                self.key = key
                self.version = version
                self.name = name
                self.about = about
                self.icon = icon
                self.fields = fields
            }

            private enum CodingKeys: String, CodingKey {
                case key = "key"
                case version = "version"
                case name = "name"
                case about = "about"
                case icon = "icon"
                case fields = "fields"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(key, forKey: .key)
                try values.encode(version, forKey: .version)
                try values.encode(name, forKey: .name)
                try values.encode(about, forKey: .about)
                try values.encode(icon, forKey: .icon)
                try values.encode(fields, forKey: .fields)
            }
        }
    }
}
