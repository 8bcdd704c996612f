// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Confirms a recommendation that asks for it; once or twice is the same. `PUT /v1/me/goals/{goal}/recommendations/{recommendation}/tick`
public struct TickRecommendation: WriteCall, Hashable {
    public var goal: UUID
    public var recommendation: UUID
    /// When it was done, for a tick that was made offline; without it now. Not in the future, and neither before the goal was accepted nor before the first day of its plan.
    public var at: String?

    public init(goal: UUID, recommendation: UUID, at: String? = nil) {
        self.goal = goal
        self.recommendation = recommendation
        self.at = at
    }

    public static var name: String { "tickRecommendation" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/recommendations/\(recommendation.inPath)/tick" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let at { all.append(("at", at)) }
        return all
    }
    public typealias Answer = AddGoal.Answer
}
