// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Ends a goal in progress that the recipient gives up. No reward is due. `POST /v1/me/goals/{goal}/abandonment`
public struct GiveUpGoal: WriteCall, Hashable {
    public var goal: UUID

    public init(goal: UUID) {
        self.goal = goal
    }

    public static var name: String { "giveUpGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/abandonment" }
    public typealias Answer = AddGoal.Answer
}
