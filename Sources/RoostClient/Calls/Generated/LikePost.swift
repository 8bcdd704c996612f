// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Likes a post of a goal's feed; once or twice is the same. `PUT /v1/me/goals/{goal}/feed/{post}/like`
public struct LikePost: WriteCall, Hashable {
    public var goal: UUID
    public var post: UUID

    public init(goal: UUID, post: UUID) {
        self.goal = goal
        self.post = post
    }

    public static var name: String { "likePost" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/feed/\(post.inPath)/like" }
    public typealias Answer = AddGoal.Answer
}
