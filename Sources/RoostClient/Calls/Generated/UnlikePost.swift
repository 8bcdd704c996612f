// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes a like back. `DELETE /v1/me/goals/{goal}/feed/{post}/like`
public struct UnlikePost: WriteCall, Hashable {
    public var goal: UUID
    public var post: UUID

    public init(goal: UUID, post: UUID) {
        self.goal = goal
        self.post = post
    }

    public static var name: String { "unlikePost" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/feed/\(post.inPath)/like" }
    public typealias Answer = AddGoal.Answer
}
