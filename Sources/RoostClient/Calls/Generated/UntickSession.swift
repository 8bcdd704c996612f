// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes the tick of a session back. `DELETE /v1/me/goals/{goal}/plan/{workout}/tick`
public struct UntickSession: WriteCall, Hashable {
    public var goal: UUID
    public var workout: UUID

    public init(goal: UUID, workout: UUID) {
        self.goal = goal
        self.workout = workout
    }

    public static var name: String { "untickSession" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/plan/\(workout.inPath)/tick" }
    public typealias Answer = AddGoal.Answer
}
