// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Some days of a goal's plan, in order. `GET /v1/me/goals/{goal}/plan`
public struct GetPlan: ReadCall, Hashable {
    public var goal: UUID
    /// The first day; without it the first of the plan.
    public var from: String?
    /// The last day, at most 62 days from the first.
    public var until: String?

    public init(goal: UUID, from: String? = nil, until: String? = nil) {
        self.goal = goal
        self.from = from
        self.until = until
    }

    public static var name: String { "getPlan" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/goals/\(goal.inPath)/plan" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let from { all.append(("from", from)) }
        if let until { all.append(("until", until)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        /// From 0 to 100.
        public var percent: Int
        public var sessions: [GetMyWeek.Answer.Session]

        public init(percent: Int, sessions: [GetMyWeek.Answer.Session]) {
            self.percent = percent
            self.sessions = sessions
        }

        private enum CodingKeys: String, CodingKey {
            case percent = "percent"
            case sessions = "sessions"
        }
    }
}
