// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user's goals as recipient, the newest first. `GET /v1/me/goals`
public struct ListMyGoals: ReadCall, Hashable {
    public init() {}

    public static var name: String { "listMyGoals" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals" }

    public struct Answer: Codable, Hashable, Sendable {
        public var goals: [ListMyGoals.Answer.Goal]

        public init(goals: [ListMyGoals.Answer.Goal]) {
            self.goals = goals
        }

        private enum CodingKeys: String, CodingKey {
            case goals = "goals"
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

            public init(id: UUID, recipient: UUID, type: String, typeVersion: Int, answers: [String: JSONValue], state: ListMyGoals.Answer.Goal.State, percent: Int, rule: ListMyGoals.Answer.Goal.Rule, reward: ListMyGoals.Answer.Goal.Reward, sponsors: [ListMyGoals.Answer.Goal.Sponsor], proposedAt: Date? = nil, acceptedAt: Date? = nil, version: Int) {
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
            }

            /// One of the values below; a newer server may know more.
            public struct State: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let draft = State(rawValue: "draft")
                public static let proposed = State(rawValue: "proposed")
                public static let rejected = State(rawValue: "rejected")
                public static let inProgress = State(rawValue: "in_progress")
                public static let done = State(rawValue: "done")
                public static let withdrawn = State(rawValue: "withdrawn")
                public static let givenUp = State(rawValue: "given_up")
                public static let cancelled = State(rawValue: "cancelled")
            }

            public struct Rule: Codable, Hashable, Sendable {
                public var kind: ListMyGoals.Answer.Goal.Rule.Kind
                public var start: Int?
                public var target: Int?

                public init(kind: ListMyGoals.Answer.Goal.Rule.Kind, start: Int? = nil, target: Int? = nil) {
                    self.kind = kind
                    self.start = start
                    self.target = target
                }

                private enum CodingKeys: String, CodingKey {
                    case kind = "kind"
                    case start = "start"
                    case target = "target"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(kind, forKey: .kind)
                    try values.encode(start, forKey: .start)
                    try values.encode(target, forKey: .target)
                }

                /// One of the values below; a newer server may know more.
                public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
                    public let rawValue: String
                    public init(rawValue: String) { self.rawValue = rawValue }

                    public static let hand = Kind(rawValue: "hand")
                    public static let ticks = Kind(rawValue: "ticks")
                    public static let sessions = Kind(rawValue: "sessions")
                    public static let weight = Kind(rawValue: "weight")
                }
            }

            public struct Reward: Codable, Hashable, Sendable {
                public var text: String
                public var minor: Int?
                public var currency: String?

                public init(text: String, minor: Int? = nil, currency: String? = nil) {
                    self.text = text
                    self.minor = minor
                    self.currency = currency
                }

                private enum CodingKeys: String, CodingKey {
                    case text = "text"
                    case minor = "minor"
                    case currency = "currency"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(text, forKey: .text)
                    try values.encode(minor, forKey: .minor)
                    try values.encode(currency, forKey: .currency)
                }
            }

            public struct Sponsor: Codable, Hashable, Sendable {
                public var id: UUID
                public var name: String
                public var group: String?
                public var answer: ListMyGoals.Answer.Goal.Sponsor.Answer
                public var comment: String
                public var proposes: String?
                public var reward: ListMyGoals.Answer.Goal.Sponsor.Reward

                public init(id: UUID, name: String, group: String? = nil, answer: ListMyGoals.Answer.Goal.Sponsor.Answer, comment: String, proposes: String? = nil, reward: ListMyGoals.Answer.Goal.Sponsor.Reward) {
                    self.id = id
                    self.name = name
                    self.group = group
                    self.answer = answer
                    self.comment = comment
                    self.proposes = proposes
                    self.reward = reward
                }

                private enum CodingKeys: String, CodingKey {
                    case id = "id"
                    case name = "name"
                    case group = "group"
                    case answer = "answer"
                    case comment = "comment"
                    case proposes = "proposes"
                    case reward = "reward"
                }

                public func encode(to encoder: any Encoder) throws {
                    var values = encoder.container(keyedBy: CodingKeys.self)
                    try values.encode(id, forKey: .id)
                    try values.encode(name, forKey: .name)
                    try values.encode(group, forKey: .group)
                    try values.encode(answer, forKey: .answer)
                    try values.encode(comment, forKey: .comment)
                    try values.encode(proposes, forKey: .proposes)
                    try values.encode(reward, forKey: .reward)
                }

                /// One of the values below; a newer server may know more.
                public struct Answer: RawRepresentable, Codable, Hashable, Sendable {
                    public let rawValue: String
                    public init(rawValue: String) { self.rawValue = rawValue }

                    public static let asked = Answer(rawValue: "asked")
                    public static let accepted = Answer(rawValue: "accepted")
                    public static let rejected = Answer(rawValue: "rejected")
                }

                /// One of the values below; a newer server may know more.
                public struct Reward: RawRepresentable, Codable, Hashable, Sendable {
                    public let rawValue: String
                    public init(rawValue: String) { self.rawValue = rawValue }

                    public static let none = Reward(rawValue: "none")
                    public static let promised = Reward(rawValue: "promised")
                    public static let due = Reward(rawValue: "due")
                    public static let given = Reward(rawValue: "given")
                    public static let disputed = Reward(rawValue: "disputed")
                }
            }
        }
    }
}
