// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user's goal in progress with the sessions and the food of one week and the recommendations, for use without a network; with an ETag, so that a week that the app has costs nothing. `GET /v1/me/week`
public struct GetMyWeek: ReadCall, Hashable {
    /// Any day of the week; without it today.
    public var day: String?
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(day: String? = nil, language: String? = nil) {
        self.day = day
        self.language = language
    }

    public static var name: String { "getMyWeek" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/week" }
    public static var hasTag: Bool { true }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let day { all.append(("day", day)) }
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        /// A day, as `2026-11-23`.
        public var from: String
        /// A day, as `2026-11-23`.
        public var until: String
        public var goal: ListMyGoals.Answer.Goal?
        public var sessions: [GetMyWeek.Answer.Session]
        public var food: [GetMyWeek.Answer.Food]
        public var recommendations: [GetMyWeek.Answer.Recommendation]

        public init(from: String, until: String, goal: ListMyGoals.Answer.Goal? = nil, sessions: [GetMyWeek.Answer.Session], food: [GetMyWeek.Answer.Food], recommendations: [GetMyWeek.Answer.Recommendation]) {
            self.from = from
            self.until = until
            self.goal = goal
            self.sessions = sessions
            self.food = food
            self.recommendations = recommendations
        }

        private enum CodingKeys: String, CodingKey {
            case from = "from"
            case until = "until"
            case goal = "goal"
            case sessions = "sessions"
            case food = "food"
            case recommendations = "recommendations"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(from, forKey: .from)
            try values.encode(until, forKey: .until)
            try values.encode(goal, forKey: .goal)
            try values.encode(sessions, forKey: .sessions)
            try values.encode(food, forKey: .food)
            try values.encode(recommendations, forKey: .recommendations)
        }

        public struct Session: Codable, Hashable, Sendable {
            public var id: UUID
            /// A day, as `2026-11-23`.
            public var day: String
            public var title: String
            public var detail: String
            public var minutes: Int?
            public var tickedAt: Date?
            /// By which it was ticked; null: by hand, or not.
            public var tracker: GetFeed.Answer.Post.Tracker?

            public init(id: UUID, day: String, title: String, detail: String, minutes: Int? = nil, tickedAt: Date? = nil, tracker: GetFeed.Answer.Post.Tracker? = nil) {
                self.id = id
                self.day = day
                self.title = title
                self.detail = detail
                self.minutes = minutes
                self.tickedAt = tickedAt
                self.tracker = tracker
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case day = "day"
                case title = "title"
                case detail = "detail"
                case minutes = "minutes"
                case tickedAt = "ticked_at"
                case tracker = "tracker"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(day, forKey: .day)
                try values.encode(title, forKey: .title)
                try values.encode(detail, forKey: .detail)
                try values.encode(minutes, forKey: .minutes)
                try values.encode(tickedAt, forKey: .tickedAt)
                try values.encode(tracker, forKey: .tracker)
            }
        }

        public struct Food: Codable, Hashable, Sendable {
            public var id: UUID
            /// null: on any day, for as long as the goal goes on.
            public var day: String?
            public var meal: GetMyWeek.Answer.Food.Meal
            public var text: String
            public var tickedAt: Date?

            public init(id: UUID, day: String? = nil, meal: GetMyWeek.Answer.Food.Meal, text: String, tickedAt: Date? = nil) {
                self.id = id
                self.day = day
                self.meal = meal
                self.text = text
                self.tickedAt = tickedAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case day = "day"
                case meal = "meal"
                case text = "text"
                case tickedAt = "ticked_at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(day, forKey: .day)
                try values.encode(meal, forKey: .meal)
                try values.encode(text, forKey: .text)
                try values.encode(tickedAt, forKey: .tickedAt)
            }

            /// One of the values below; a newer server may know more.
            public struct Meal: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let breakfast = Meal(rawValue: "breakfast")
                public static let lunch = Meal(rawValue: "lunch")
                public static let dinner = Meal(rawValue: "dinner")
                public static let snack = Meal(rawValue: "snack")
                public static let any = Meal(rawValue: "any")
            }
        }

        public struct Recommendation: Codable, Hashable, Sendable {
            public var id: UUID
            public var key: String
            public var version: Int
            public var text: String
            /// The recipient ticks it when it was followed.
            public var confirm: Bool
            public var tickedAt: Date?

            public init(id: UUID, key: String, version: Int, text: String, confirm: Bool, tickedAt: Date? = nil) {
                self.id = id
                self.key = key
                self.version = version
                self.text = text
                self.confirm = confirm
                self.tickedAt = tickedAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case key = "key"
                case version = "version"
                case text = "text"
                case confirm = "confirm"
                case tickedAt = "ticked_at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(key, forKey: .key)
                try values.encode(version, forKey: .version)
                try values.encode(text, forKey: .text)
                try values.encode(confirm, forKey: .confirm)
                try values.encode(tickedAt, forKey: .tickedAt)
            }
        }
    }
}
