// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user's goal in progress with the sessions of one week, for use without a network; with an ETag, so that a week that the app has costs nothing. `GET /v1/me/week`
public struct GetMyWeek: ReadCall, Hashable {
    /// Any day of the week; without it today.
    public var day: String?

    public init(day: String? = nil) {
        self.day = day
    }

    public static var name: String { "getMyWeek" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/week" }
    public static var hasTag: Bool { true }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let day { all.append(("day", day)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        /// A day, as `2026-11-23`.
        public var from: String
        /// A day, as `2026-11-23`.
        public var until: String
        public var goal: ListMyGoals.Answer.Goal?
        public var sessions: [GetMyWeek.Answer.Session]

        public init(from: String, until: String, goal: ListMyGoals.Answer.Goal? = nil, sessions: [GetMyWeek.Answer.Session]) {
            self.from = from
            self.until = until
            self.goal = goal
            self.sessions = sessions
        }

        private enum CodingKeys: String, CodingKey {
            case from = "from"
            case until = "until"
            case goal = "goal"
            case sessions = "sessions"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(from, forKey: .from)
            try values.encode(until, forKey: .until)
            try values.encode(goal, forKey: .goal)
            try values.encode(sessions, forKey: .sessions)
        }

        public struct Session: Codable, Hashable, Sendable {
            public var id: UUID
            /// A day, as `2026-11-23`.
            public var day: String
            public var title: String
            public var detail: String
            public var minutes: Int?
            public var tickedAt: Date?

            public init(id: UUID, day: String, title: String, detail: String, minutes: Int? = nil, tickedAt: Date? = nil) {
                self.id = id
                self.day = day
                self.title = title
                self.detail = detail
                self.minutes = minutes
                self.tickedAt = tickedAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case day = "day"
                case title = "title"
                case detail = "detail"
                case minutes = "minutes"
                case tickedAt = "ticked_at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(day, forKey: .day)
                try values.encode(title, forKey: .title)
                try values.encode(detail, forKey: .detail)
                try values.encode(minutes, forKey: .minutes)
                try values.encode(tickedAt, forKey: .tickedAt)
            }
        }
    }
}
