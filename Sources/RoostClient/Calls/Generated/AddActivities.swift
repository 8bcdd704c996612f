// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Stores activities of a tracker, as its own JSON has them. Those that are stored already are left; of what another source has told, too, one counts; what fulfils a planned session of its day ticks it. `POST /v1/me/activities`
public struct AddActivities: WriteCall, Hashable {
    public var body: AddActivities.Body

    public init(_ body: AddActivities.Body) {
        self.body = body
    }

    public static var name: String { "addActivities" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/activities" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        public var source: AddActivities.Body.Source
        /// Of strava: id, sport_type or type, start_date, elapsed_time in seconds, and, where they are known, utc_offset in seconds, distance in metres, calories in kilocalories, average_heartrate. Of fitbit, as its list of activity logs has them: logId, activityName, startTime with its zone, duration in milliseconds, and, where they are known, distance with distanceUnit (Kilometer, Mile, Meter, Yard), calories in kilocalories, averageHeartRate. Of apple_health: uuid, workoutActivityType, startDate and endDate with their zone, and, where they are known, totalDistance with totalDistanceUnit (m, km, mi, yd, ft), totalEnergyBurned with totalEnergyBurnedUnit (kcal, Cal, cal, kJ), averageHeartRate. Other members are passed over.
        public var activities: [[String: JSONValue]]

        public init(source: AddActivities.Body.Source, activities: [[String: JSONValue]]) {
            self.source = source
            self.activities = activities
        }

        private enum CodingKeys: String, CodingKey {
            case source = "source"
            case activities = "activities"
        }

        /// One of the values below; a newer server may know more.
        public struct Source: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let strava = Source(rawValue: "strava")
            public static let fitbit = Source(rawValue: "fitbit")
            public static let appleHealth = Source(rawValue: "apple_health")
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var found: Int
        /// Not stored before.
        public var added: Int
        /// Of these, the same as what another source told before.
        public var duplicates: Int
        /// Of these, what has ticked a planned session.
        public var matched: Int
        /// Of a file: activities that make no sense by themselves.
        public var skipped: Int

        public init(found: Int, added: Int, duplicates: Int, matched: Int, skipped: Int) {
            self.found = found
            self.added = added
            self.duplicates = duplicates
            self.matched = matched
            self.skipped = skipped
        }

        private enum CodingKeys: String, CodingKey {
            case found = "found"
            case added = "added"
            case duplicates = "duplicates"
            case matched = "matched"
            case skipped = "skipped"
        }
    }
}
