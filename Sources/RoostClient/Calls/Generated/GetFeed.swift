// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What happened to all goals of the user, as recipient and as sponsor, the newest first. `GET /v1/me/feed`
public struct GetFeed: ReadCall, Hashable {
    /// Posts on a page.
    public var limit: Int?
    /// From next of the page before.
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public static var name: String { "getFeed" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/feed" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let limit { all.append(("limit", String(limit))) }
        if let cursor { all.append(("cursor", cursor)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var posts: [GetFeed.Answer.Post]
        public var next: String?

        public init(posts: [GetFeed.Answer.Post], next: String? = nil) {
            self.posts = posts
            self.next = next
        }

        private enum CodingKeys: String, CodingKey {
            case posts = "posts"
            case next = "next"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(posts, forKey: .posts)
            try values.encode(next, forKey: .next)
        }

        public struct Post: Codable, Hashable, Sendable {
            public var id: UUID
            public var goal: UUID
            public var act: String
            public var role: GetFeed.Answer.Post.Role
            public var user: UUID?
            public var author: String?
            public var text: String
            /// From 0 to 100.
            public var percent: Int?
            public var proposes: String?
            public var tracker: GetFeed.Answer.Post.Tracker?
            public var activity: GetFeed.Answer.Post.Activity?
            public var metres: Int?
            public var seconds: Int?
            /// How many activities of a day an entry of trackers gathers; metres and seconds are their sums.
            public var activities: Int?
            public var likes: Int
            /// By the user who calls.
            public var liked: Bool
            /// When it was done, if the app or the tracker told it later.
            public var doneAt: Date?
            /// When it came.
            public var at: Date

            public init(id: UUID, goal: UUID, act: String, role: GetFeed.Answer.Post.Role, user: UUID? = nil, author: String? = nil, text: String, percent: Int? = nil, proposes: String? = nil, tracker: GetFeed.Answer.Post.Tracker? = nil, activity: GetFeed.Answer.Post.Activity? = nil, metres: Int? = nil, seconds: Int? = nil, activities: Int? = nil, likes: Int, liked: Bool, doneAt: Date? = nil, at: Date) {
                self.id = id
                self.goal = goal
                self.act = act
                self.role = role
                self.user = user
                self.author = author
                self.text = text
                self.percent = percent
                self.proposes = proposes
                self.tracker = tracker
                self.activity = activity
                self.metres = metres
                self.seconds = seconds
                self.activities = activities
                self.likes = likes
                self.liked = liked
                self.doneAt = doneAt
                self.at = at
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case goal = "goal"
                case act = "act"
                case role = "role"
                case user = "user"
                case author = "author"
                case text = "text"
                case percent = "percent"
                case proposes = "proposes"
                case tracker = "tracker"
                case activity = "activity"
                case metres = "metres"
                case seconds = "seconds"
                case activities = "activities"
                case likes = "likes"
                case liked = "liked"
                case doneAt = "done_at"
                case at = "at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(goal, forKey: .goal)
                try values.encode(act, forKey: .act)
                try values.encode(role, forKey: .role)
                try values.encode(user, forKey: .user)
                try values.encode(author, forKey: .author)
                try values.encode(text, forKey: .text)
                try values.encode(percent, forKey: .percent)
                try values.encode(proposes, forKey: .proposes)
                try values.encode(tracker, forKey: .tracker)
                try values.encode(activity, forKey: .activity)
                try values.encode(metres, forKey: .metres)
                try values.encode(seconds, forKey: .seconds)
                try values.encode(activities, forKey: .activities)
                try values.encode(likes, forKey: .likes)
                try values.encode(liked, forKey: .liked)
                try values.encode(doneAt, forKey: .doneAt)
                try values.encode(at, forKey: .at)
            }

            /// One of the values below; a newer server may know more.
            public struct Role: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let recipient = Role(rawValue: "recipient")
                public static let sponsor = Role(rawValue: "sponsor")
                public static let admin = Role(rawValue: "admin")
                public static let rule = Role(rawValue: "rule")
            }

            /// One of the values below; a newer server may know more.
            public struct Tracker: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let gpx = Tracker(rawValue: "gpx")
                public static let tcx = Tracker(rawValue: "tcx")
                public static let strava = Tracker(rawValue: "strava")
                public static let fitbit = Tracker(rawValue: "fitbit")
                public static let appleHealth = Tracker(rawValue: "apple_health")
                public static let appleExport = Tracker(rawValue: "apple_export")
            }

            /// One of the values below; a newer server may know more.
            public struct Activity: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let run = Activity(rawValue: "run")
                public static let walk = Activity(rawValue: "walk")
                public static let hike = Activity(rawValue: "hike")
                public static let ride = Activity(rawValue: "ride")
                public static let swim = Activity(rawValue: "swim")
                public static let row = Activity(rawValue: "row")
                public static let ski = Activity(rawValue: "ski")
                public static let strength = Activity(rawValue: "strength")
                public static let yoga = Activity(rawValue: "yoga")
                public static let other = Activity(rawValue: "other")
            }
        }
    }
}
