// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A sponsor rejects a goal: with the key of a goal type to set instead, or without one for another goal. Once every sponsor has rejected it, the recipient may amend and propose it again. `POST /v1/me/goals/{goal}/rejection`
public struct RejectGoal: WriteCall, Hashable {
    public var goal: UUID
    public var body: RejectGoal.Body

    public init(goal: UUID, _ body: RejectGoal.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "rejectGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/rejection" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// The goal type that the sponsor proposes.
        public var type: String?
        /// At most 1000 characters.
        public var comment: String?

        public init(type: String? = nil, comment: String? = nil) {
            self.type = type
            self.comment = comment
        }

        private enum CodingKeys: String, CodingKey {
            case type = "type"
            case comment = "comment"
        }
    }
}
