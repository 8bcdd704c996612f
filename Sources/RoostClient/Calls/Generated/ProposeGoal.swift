// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Proposes a goal to its sponsors. A rejected one is proposed anew, and every sponsor is asked again. `POST /v1/me/goals/{goal}/proposal`
public struct ProposeGoal: WriteCall, Hashable {
    public var goal: UUID

    public init(goal: UUID) {
        self.goal = goal
    }

    public static var name: String { "proposeGoal" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/proposal" }
    public typealias Answer = AddGoal.Answer
}
