// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A sponsor accepts a goal and promises its reward. With the first acceptance it is in progress; a recipient has one such goal at a time. `POST /v1/me/goals/{goal}/acceptance`
public struct AcceptGoal: WriteCall, Hashable {
    public var goal: UUID
    public var body: AcceptGoal.Body

    public init(goal: UUID, _ body: AcceptGoal.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "acceptGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/acceptance" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// Of the goal, as it was shown.
        public var version: Int

        public init(version: Int) {
            self.version = version
        }

        private enum CodingKeys: String, CodingKey {
            case version = "version"
        }
    }
}
