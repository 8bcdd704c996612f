// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Writes a comment into the feed of a goal, as its recipient or as a sponsor. `POST /v1/me/goals/{goal}/comments`
public struct CommentGoal: WriteCall, Hashable {
    public var goal: UUID
    public var body: CommentGoal.Body

    public init(goal: UUID, _ body: CommentGoal.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "commentGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/comments" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// At most 1000 characters.
        public var text: String

        public init(text: String) {
            self.text = text
        }

        private enum CodingKeys: String, CodingKey {
            case text = "text"
        }
    }
}
