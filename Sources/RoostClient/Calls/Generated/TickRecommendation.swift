// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Confirms a recommendation that asks for it; once or twice is the same. `PUT /v1/me/goals/{goal}/recommendations/{recommendation}/tick`
public struct TickRecommendation: WriteCall, Hashable {
    public var goal: UUID
    public var recommendation: UUID

    public init(goal: UUID, recommendation: UUID) {
        self.goal = goal
        self.recommendation = recommendation
    }

    public static var name: String { "tickRecommendation" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/recommendations/\(recommendation.inPath)/tick" }
    public typealias Answer = AddGoal.Answer
}
