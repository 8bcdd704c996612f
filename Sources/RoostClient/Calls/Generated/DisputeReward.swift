// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A recipient disputes the reward that one sponsor has given. The sponsor gives it once more, the recipient takes the dispute back, or an admin decides. `POST /v1/me/goals/{goal}/sponsors/{sponsor}/dispute`
public struct DisputeReward: WriteCall, Hashable {
    public var goal: UUID
    public var sponsor: UUID
    public var body: DisputeReward.Body

    public init(goal: UUID, sponsor: UUID, _ body: DisputeReward.Body) {
        self.goal = goal
        self.sponsor = sponsor
        self.body = body
    }

    public static var name: String { "disputeReward" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/sponsors/\(sponsor.inPath)/dispute" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// At most 1000 characters.
        public var note: String

        public init(note: String) {
            self.note = note
        }

        private enum CodingKeys: String, CodingKey {
            case note = "note"
        }
    }
}
