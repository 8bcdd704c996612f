// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What trackers told about the user, the newest first. `GET /v1/me/activities`
public struct GetActivities: ReadCall, Hashable {
    /// Posts on a page.
    public var limit: Int?
    /// From next of the page before.
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public static var name: String { "getActivities" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/activities" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let limit { all.append(("limit", String(limit))) }
        if let cursor { all.append(("cursor", cursor)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var activities: [GetActivities.Answer.Activity]
        public var next: String?

        public init(activities: [GetActivities.Answer.Activity], next: String? = nil) {
            self.activities = activities
            self.next = next
        }

        private enum CodingKeys: String, CodingKey {
            case activities = "activities"
            case next = "next"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(activities, forKey: .activities)
            try values.encode(next, forKey: .next)
        }

        public struct Activity: Codable, Hashable, Sendable {
            public var id: UUID
            public var source: GetActivities.Answer.Activity.Source
            public var kind: GetActivities.Answer.Activity.Kind
            public var startedAt: Date
            /// A day, as `2026-11-23`.
            public var day: String
            public var seconds: Int
            public var metres: Int?
            public var kilocalories: Int?
            public var beats: Int?
            /// The same activity, which another source told before.
            public var duplicateOf: UUID?
            /// The planned session that it has ticked.
            public var session: GetActivities.Answer.Activity.Session?

            public init(id: UUID, source: GetActivities.Answer.Activity.Source, kind: GetActivities.Answer.Activity.Kind, startedAt: Date, day: String, seconds: Int, metres: Int? = nil, kilocalories: Int? = nil, beats: Int? = nil, duplicateOf: UUID? = nil, session: GetActivities.Answer.Activity.Session? = nil) {
                self.id = id
                self.source = source
                self.kind = kind
                self.startedAt = startedAt
                self.day = day
                self.seconds = seconds
                self.metres = metres
                self.kilocalories = kilocalories
                self.beats = beats
                self.duplicateOf = duplicateOf
                self.session = session
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case source = "source"
                case kind = "kind"
                case startedAt = "started_at"
                case day = "day"
                case seconds = "seconds"
                case metres = "metres"
                case kilocalories = "kilocalories"
                case beats = "beats"
                case duplicateOf = "duplicate_of"
                case session = "session"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(source, forKey: .source)
                try values.encode(kind, forKey: .kind)
                try values.encode(startedAt, forKey: .startedAt)
                try values.encode(day, forKey: .day)
                try values.encode(seconds, forKey: .seconds)
                try values.encode(metres, forKey: .metres)
                try values.encode(kilocalories, forKey: .kilocalories)
                try values.encode(beats, forKey: .beats)
                try values.encode(duplicateOf, forKey: .duplicateOf)
                try values.encode(session, forKey: .session)
            }

            /// One of the values below; a newer server may know more.
            public struct Source: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let gpx = Source(rawValue: "gpx")
                public static let tcx = Source(rawValue: "tcx")
                public static let strava = Source(rawValue: "strava")
                public static let fitbit = Source(rawValue: "fitbit")
                public static let appleHealth = Source(rawValue: "apple_health")
                public static let appleExport = Source(rawValue: "apple_export")
            }

            /// One of the values below; a newer server may know more.
            public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let run = Kind(rawValue: "run")
                public static let walk = Kind(rawValue: "walk")
                public static let hike = Kind(rawValue: "hike")
                public static let ride = Kind(rawValue: "ride")
                public static let swim = Kind(rawValue: "swim")
                public static let row = Kind(rawValue: "row")
                public static let ski = Kind(rawValue: "ski")
                public static let strength = Kind(rawValue: "strength")
                public static let yoga = Kind(rawValue: "yoga")
                public static let other = Kind(rawValue: "other")
            }

            public struct Session: Codable, Hashable, Sendable {
                public var goal: UUID
                public var id: UUID
                public var title: String

                public init(goal: UUID, id: UUID, title: String) {
                    self.goal = goal
                    self.id = id
                    self.title = title
                }

                private enum CodingKeys: String, CodingKey {
                    case goal = "goal"
                    case id = "id"
                    case title = "title"
                }
            }
        }
    }
}
