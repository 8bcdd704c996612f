// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes a goal back that no sponsor has accepted yet. `POST /v1/me/goals/{goal}/withdrawal`
public struct WithdrawGoal: WriteCall, Hashable {
    public var goal: UUID

    public init(goal: UUID) {
        self.goal = goal
    }

    public static var name: String { "withdrawGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/withdrawal" }
    public typealias Answer = AddGoal.Answer
}
