// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Ticks a session of the plan, from its day on; ticked once or twice is the same. Where the percent follows from ticks, it is found anew. `PUT /v1/me/goals/{goal}/plan/{workout}/tick`
public struct TickSession: WriteCall, Hashable {
    public var goal: UUID
    public var workout: UUID
    /// When it was done, for a tick that was made offline; without it now. Not in the future, and neither before the goal was accepted nor before the first day of its plan.
    public var at: String?

    public init(goal: UUID, workout: UUID, at: String? = nil) {
        self.goal = goal
        self.workout = workout
        self.at = at
    }

    public static var name: String { "tickSession" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/plan/\(workout.inPath)/tick" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let at { all.append(("at", at)) }
        return all
    }
    public typealias Answer = AddGoal.Answer
}
