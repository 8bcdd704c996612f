// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Records a recipient's weight on a day, for a goal whose percent follows from it. One day has one weight, the last that was sent. `PUT /v1/me/goals/{goal}/weights`
public struct SaveWeight: WriteCall, Hashable {
    public var goal: UUID
    public var body: SaveWeight.Body

    public init(goal: UUID, _ body: SaveWeight.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "saveWeight" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/weights" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// A day, as `2026-11-23`.
        public var day: String
        /// Metric, whatever the app shows.
        public var grams: Int

        public init(day: String, grams: Int) {
            self.day = day
            self.grams = grams
        }

        private enum CodingKeys: String, CodingKey {
            case day = "day"
            case grams = "grams"
        }
    }
}
