// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Replaces what the user's goal says while no sponsor has accepted it. Of one that is proposed every sponsor is asked again. `PUT /v1/me/goals/{goal}`
public struct AmendGoal: WriteCall, Hashable {
    public var goal: UUID
    public var body: AddGoal.Body

    public init(goal: UUID, _ body: AddGoal.Body) {
        self.goal = goal
        self.body = body
    }

    public static var name: String { "amendGoal" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = AddGoal.Answer
}
