// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A recipient takes the dispute of a reward back: it was given after all. `POST /v1/me/goals/{goal}/sponsors/{sponsor}/dispute/end`
public struct WithdrawDispute: WriteCall, Hashable {
    public var goal: UUID
    public var sponsor: UUID

    public init(goal: UUID, sponsor: UUID) {
        self.goal = goal
        self.sponsor = sponsor
    }

    public static var name: String { "withdrawDispute" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/sponsors/\(sponsor.inPath)/dispute/end" }
    public typealias Answer = AddGoal.Answer
}
