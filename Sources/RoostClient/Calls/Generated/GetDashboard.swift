// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// One goal with the sessions and the food of a day, and the recommendations that are meant for it. `GET /v1/me/goals/{goal}/dashboard`
public struct GetDashboard: ReadCall, Hashable {
    public var goal: UUID
    /// Without it today.
    public var day: String?
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(goal: UUID, day: String? = nil, language: String? = nil) {
        self.goal = goal
        self.day = day
        self.language = language
    }

    public static var name: String { "getDashboard" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/dashboard" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let day { all.append(("day", day)) }
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var recipient: UUID
        public var type: String
        public var typeVersion: Int
        public var answers: [String: JSONValue]
        public var state: ListMyGoals.Answer.Goal.State
        /// From 0 to 100.
        public var percent: Int
        public var rule: ListMyGoals.Answer.Goal.Rule
        public var reward: ListMyGoals.Answer.Goal.Reward
        public var sponsors: [ListMyGoals.Answer.Goal.Sponsor]
        public var proposedAt: Date?
        public var acceptedAt: Date?
        public var version: Int
        /// A day, as `2026-11-23`.
        public var day: String
        public var planned: Int
        public var ticked: Int
        public var sessions: [GetMyWeek.Answer.Session]
        public var food: [GetMyWeek.Answer.Food]
        public var recommendations: [GetMyWeek.Answer.Recommendation]

        public init(id: UUID, recipient: UUID, type: String, typeVersion: Int, answers: [String: JSONValue], state: ListMyGoals.Answer.Goal.State, percent: Int, rule: ListMyGoals.Answer.Goal.Rule, reward: ListMyGoals.Answer.Goal.Reward, sponsors: [ListMyGoals.Answer.Goal.Sponsor], proposedAt: Date? = nil, acceptedAt: Date? = nil, version: Int, day: String, planned: Int, ticked: Int, sessions: [GetMyWeek.Answer.Session], food: [GetMyWeek.Answer.Food], recommendations: [GetMyWeek.Answer.Recommendation]) {
            self.id = id
            self.recipient = recipient
            self.type = type
            self.typeVersion = typeVersion
            self.answers = answers
            self.state = state
            self.percent = percent
            self.rule = rule
            self.reward = reward
            self.sponsors = sponsors
            self.proposedAt = proposedAt
            self.acceptedAt = acceptedAt
            self.version = version
            self.day = day
            self.planned = planned
            self.ticked = ticked
            self.sessions = sessions
            self.food = food
            self.recommendations = recommendations
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case recipient = "recipient"
            case type = "type"
            case typeVersion = "type_version"
            case answers = "answers"
            case state = "state"
            case percent = "percent"
            case rule = "rule"
            case reward = "reward"
            case sponsors = "sponsors"
            case proposedAt = "proposed_at"
            case acceptedAt = "accepted_at"
            case version = "version"
            case day = "day"
            case planned = "planned"
            case ticked = "ticked"
            case sessions = "sessions"
            case food = "food"
            case recommendations = "recommendations"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(recipient, forKey: .recipient)
            try values.encode(type, forKey: .type)
            try values.encode(typeVersion, forKey: .typeVersion)
            try values.encode(answers, forKey: .answers)
            try values.encode(state, forKey: .state)
            try values.encode(percent, forKey: .percent)
            try values.encode(rule, forKey: .rule)
            try values.encode(reward, forKey: .reward)
            try values.encode(sponsors, forKey: .sponsors)
            try values.encode(proposedAt, forKey: .proposedAt)
            try values.encode(acceptedAt, forKey: .acceptedAt)
            try values.encode(version, forKey: .version)
            try values.encode(day, forKey: .day)
            try values.encode(planned, forKey: .planned)
            try values.encode(ticked, forKey: .ticked)
            try values.encode(sessions, forKey: .sessions)
            try values.encode(food, forKey: .food)
            try values.encode(recommendations, forKey: .recommendations)
        }
    }
}
