// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A file that a goal's answers name, for its recipient and its sponsors. `GET /v1/me/goals/{goal}/files/{goalfile}`
public struct GetGoalFile: ReadCall, Hashable {
    public var goal: UUID
    public var goalfile: UUID

    public init(goal: UUID, goalfile: UUID) {
        self.goal = goal
        self.goalfile = goalfile
    }

    public static var name: String { "getGoalFile" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/files/\(goalfile.inPath)" }
    public typealias Answer = Void
}
