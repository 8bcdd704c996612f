// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes the tick of a recommendation back. `DELETE /v1/me/goals/{goal}/recommendations/{recommendation}/tick`
public struct UntickRecommendation: WriteCall, Hashable {
    public var goal: UUID
    public var recommendation: UUID

    public init(goal: UUID, recommendation: UUID) {
        self.goal = goal
        self.recommendation = recommendation
    }

    public static var name: String { "untickRecommendation" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/recommendations/\(recommendation.inPath)/tick" }
    public typealias Answer = AddGoal.Answer
}
