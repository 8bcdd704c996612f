// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Adds a goal of the user as a draft: its type with the answers to the type's form, its sponsors, the reward that is proposed. `POST /v1/me/goals`
public struct AddGoal: WriteCall, Hashable {
    public var body: AddGoal.Body

    public init(_ body: AddGoal.Body) {
        self.body = body
    }

    public static var name: String { "addGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        /// The key of a goal type.
        public var type: String
        /// Of the goal type, as the app showed its form; without it the newest.
        public var version: Int?
        /// By the key of the field, as answers to questionnaires are.
        public var answers: [String: JSONValue]?
        /// Users whose role is sponsor.
        public var sponsors: [UUID]?
        public var reward: AddGoal.Body.Reward?

        public init(type: String, version: Int? = nil, answers: [String: JSONValue]? = nil, sponsors: [UUID]? = nil, reward: AddGoal.Body.Reward? = nil) {
            self.type = type
            self.version = version
            self.answers = answers
            self.sponsors = sponsors
            self.reward = reward
        }

        private enum CodingKeys: String, CodingKey {
            case type = "type"
            case version = "version"
            case answers = "answers"
            case sponsors = "sponsors"
            case reward = "reward"
        }

        public struct Reward: Codable, Hashable, Sendable {
            /// At most 200 characters.
            public var text: String?
            /// In the currency's minor unit.
            public var minor: Int?
            public var currency: String?

            public init(text: String? = nil, minor: Int? = nil, currency: String? = nil) {
                self.text = text
                self.minor = minor
                self.currency = currency
            }

            private enum CodingKeys: String, CodingKey {
                case text = "text"
                case minor = "minor"
                case currency = "currency"
            }
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var state: ListMyGoals.Answer.Goal.State
        /// From 0 to 100.
        public var percent: Int

        public init(id: UUID, state: ListMyGoals.Answer.Goal.State, percent: Int) {
            self.id = id
            self.state = state
            self.percent = percent
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case state = "state"
            case percent = "percent"
        }
    }
}
