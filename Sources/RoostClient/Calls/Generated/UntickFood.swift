// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes the tick of a piece of advice on food back. `DELETE /v1/me/goals/{goal}/food/{food}/tick`
public struct UntickFood: WriteCall, Hashable {
    public var goal: UUID
    public var food: UUID

    public init(goal: UUID, food: UUID) {
        self.goal = goal
        self.food = food
    }

    public static var name: String { "untickFood" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/food/\(food.inPath)/tick" }
    public typealias Answer = AddGoal.Answer
}
