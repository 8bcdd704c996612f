// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Ticks a session of the plan; ticked once or twice is the same. Where the percent follows from ticks, it is found anew. `PUT /v1/me/goals/{goal}/plan/{workout}/tick`
public struct TickSession: WriteCall, Hashable {
    public var goal: UUID
    public var workout: UUID

    public init(goal: UUID, workout: UUID) {
        self.goal = goal
        self.workout = workout
    }

    public static var name: String { "tickSession" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/plan/\(workout.inPath)/tick" }
    public typealias Answer = AddGoal.Answer
}
