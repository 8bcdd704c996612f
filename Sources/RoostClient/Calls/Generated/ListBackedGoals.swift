// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The goals that the user was asked to back as a sponsor, with their percent and reward, the newest first. `GET /v1/me/backed-goals`
public struct ListBackedGoals: ReadCall, Hashable {
    /// Goals on a page.
    public var limit: Int?
    /// The id of the last goal of the page before.
    public var after: String?

    public init(limit: Int? = nil, after: String? = nil) {
        self.limit = limit
        self.after = after
    }

    public static var name: String { "listBackedGoals" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/backed-goals" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let limit { all.append(("limit", String(limit))) }
        if let after { all.append(("after", after)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var goals: [ListBackedGoals.Answer.Goal]
        public var next: UUID?

        public init(goals: [ListBackedGoals.Answer.Goal], next: UUID? = nil) {
            self.goals = goals
            self.next = next
        }

        private enum CodingKeys: String, CodingKey {
            case goals = "goals"
            case next = "next"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(goals, forKey: .goals)
            try values.encode(next, forKey: .next)
        }

        public struct Goal: Codable, Hashable, Sendable {
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
            public var recipientName: String

            public init(id: UUID, recipient: UUID, type: String, typeVersion: Int, answers: [String: JSONValue], state: ListMyGoals.Answer.Goal.State, percent: Int, rule: ListMyGoals.Answer.Goal.Rule, reward: ListMyGoals.Answer.Goal.Reward, sponsors: [ListMyGoals.Answer.Goal.Sponsor], proposedAt: Date? = nil, acceptedAt: Date? = nil, version: Int, recipientName: String) {
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
                self.recipientName = recipientName
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
                case recipientName = "recipient_name"
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
                try values.encode(recipientName, forKey: .recipientName)
            }
        }
    }
}
