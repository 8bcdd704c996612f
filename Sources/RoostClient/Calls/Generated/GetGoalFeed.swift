// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What happened to a goal, the newest first. `GET /v1/me/goals/{goal}/feed`
public struct GetGoalFeed: ReadCall, Hashable {
    public var goal: UUID
    /// Posts on a page.
    public var limit: Int?
    /// From next of the page before.
    public var cursor: String?

    public init(goal: UUID, limit: Int? = nil, cursor: String? = nil) {
        self.goal = goal
        self.limit = limit
        self.cursor = cursor
    }

    public static var name: String { "getGoalFeed" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/feed" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let limit { all.append(("limit", String(limit))) }
        if let cursor { all.append(("cursor", cursor)) }
        return all
    }
    public typealias Answer = GetFeed.Answer
}
