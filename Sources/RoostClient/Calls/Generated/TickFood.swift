// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Ticks a piece of advice on food, from its day on; ticked once or twice is the same. `PUT /v1/me/goals/{goal}/food/{food}/tick`
public struct TickFood: WriteCall, Hashable {
    public var goal: UUID
    public var food: UUID
    /// When it was done, for a tick that was made offline; without it now. Not in the future, and neither before the goal was accepted nor before the first day of its plan.
    public var at: String?

    public init(goal: UUID, food: UUID, at: String? = nil) {
        self.goal = goal
        self.food = food
        self.at = at
    }

    public static var name: String { "tickFood" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/food/\(food.inPath)/tick" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let at { all.append(("at", at)) }
        return all
    }
    public typealias Answer = AddGoal.Answer
}
