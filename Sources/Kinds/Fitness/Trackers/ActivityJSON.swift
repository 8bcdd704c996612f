import HTML
import JSON
import Postgres

/// The source of an activity. The raw values are stored.
enum TrackerSource: String, CaseIterable, Sendable {
    case gpx, tcx, strava
    case appleHealth = "apple_health"
    case appleExport = "apple_export"

    /// The sources that send activities as JSON.
    static let ofJSON: [TrackerSource] = [.strava, .appleHealth]

    /// A name of its own in every language.
    var name: String {
        switch self {
        case .gpx: "GPX"
        case .tcx: "TCX"
        case .strava: "Strava"
        case .appleHealth, .appleExport: "Apple Health"
        }
    }
}

/// Activities as programs have them from Strava, or from Apple Health on the phone. Members that are not known here are passed over: they
/// come as the source has them.
enum ActivityJSON {
    static func read(_ value: JSONText, from source: TrackerSource) throws(ActivityFault) -> ReadActivity {
        guard case .object = value else { throw .notThisFormat }
        return switch source {
        case .appleHealth: try appleHealth(value)
        default: try strava(value)
        }
    }

    /// An activity of Strava's API: metres, seconds, kilocalories, UTC with the zone beside it.
    private static func strava(_ value: JSONText) throws(ActivityFault) -> ReadActivity {
        guard let id = key(value["id"]) else { throw .notThisFormat }
        guard let start = value["start_date"]?.text.flatMap({ TrackTime($0) }) else { throw .badTime }
        guard let seconds = try number(value["elapsed_time"]) else { throw .badDuration }
        return ReadActivity(
            id: id, kind: ActivityKind(word: value["sport_type"]?.text ?? value["type"]?.text ?? ""),
            startedAt: start.at, seconds: seconds, offset: try signed(value["utc_offset"]) ?? start.offset,
            metres: try number(value["distance"]), kilocalories: try number(value["calories"]),
            beats: try number(value["average_heartrate"]))
    }

    /// A workout, with the names of Apple's export and its own id, which the export lacks.
    private static func appleHealth(_ value: JSONText) throws(ActivityFault) -> ReadActivity {
        guard let id = key(value["uuid"]) else { throw .notThisFormat }
        func text(_ name: String) -> String? {
            switch value[name] {
            case .string(let text): text
            case .int(let whole): String(whole)
            case .number(let number): number
            default: nil
            }
        }
        var workout = HealthWorkout { text($0.description) }
        if let beats = text("averageHeartRate") {
            workout.add("HKQuantityTypeIdentifierHeartRate", sum: nil, average: beats, unit: "count/min")
        }
        var activity = try workout.activity.get()
        activity.id = id
        return activity
    }

    /// A source's id: a number or a short text.
    private static func key(_ value: JSONText?) -> String? {
        let text = value?.text ?? value?.int.map { String($0) } ?? ""
        return (1...80).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
            ? text : nil
    }

    private static func number(_ value: JSONText?) throws(ActivityFault) -> Int? {
        guard let number = try signed(value) else { return nil }
        guard number >= 0 else { throw .badNumber }
        return number
    }

    private static func signed(_ value: JSONText?) throws(ActivityFault) -> Int? {
        switch value {
        case nil, .null?: return nil
        case .int(let whole)?: return whole
        case .number(let text)?:
            guard let whole = TrackNumber.read(text).flatMap({ ReadActivity.whole($0) }) else { throw .badNumber }
            return whole
        default: throw .badNumber
        }
    }
}
