// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A sponsor records that the reward of a goal that is done was given, or given once more after it was disputed; it is paid outside of Roost. `POST /v1/me/goals/{goal}/reward`
public struct GiveReward: WriteCall, Hashable {
    public var goal: UUID
    public var body: GiveReward.Body

    public init(goal: UUID, _ body: GiveReward.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "giveReward" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/reward" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// At most 1000 characters.
        public var note: String?

        public init(note: String? = nil) {
            self.note = note
        }

        private enum CodingKeys: String, CodingKey {
            case note = "note"
        }
    }
}
