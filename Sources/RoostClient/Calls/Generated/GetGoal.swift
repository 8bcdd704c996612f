// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// One goal, for its recipient or a sponsor. `GET /v1/me/goals/{goal}`
public struct GetGoal: ReadCall, Hashable {
    public var goal: UUID

    public init(goal: UUID) {
        self.goal = goal
    }

    public static var name: String { "getGoal" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)" }
    public typealias Answer = ListMyGoals.Answer.Goal
}
