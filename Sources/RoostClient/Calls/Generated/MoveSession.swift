// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Moves a session to another day of its week. What comes after it in the week moves by as many days, and nothing leaves the week or goes into the past; what comes before it stays. With `from`, nothing is moved if another device or an admin has moved the session meanwhile. `PUT /v1/me/goals/{goal}/plan/{workout}/day`
public struct MoveSession: WriteCall, Hashable {
    public var goal: UUID
    public var workout: UUID
    public var body: MoveSession.Body

    public init(goal: UUID, workout: UUID, _ body: MoveSession.Body) {
        self.goal = goal
        self.workout = workout
        self.body = body
    }

    public static var name: String { "moveSession" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/plan/\(workout.inPath)/day" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer

    public struct Body: Codable, Hashable, Sendable {
        /// A day, as `2026-11-23`.
        public var day: String
        /// The day on which the app showed the session, as it stood or as the app's own move before has put it. If it lies elsewhere by now, and not on `day` either, the answer is session-moved. Without it the session is moved from wherever it lies, as by earlier apps.
        public var from: String?

        public init(day: String, from: String? = nil) {
            self.day = day
            self.from = from
        }

        private enum CodingKeys: String, CodingKey {
            case day = "day"
            case from = "from"
        }
    }
}
