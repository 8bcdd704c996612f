import HTML
import JSON
import Postgres

/// The source of an activity. The raw values are stored.
enum TrackerSource: String, CaseIterable, Sendable {
    case gpx, tcx, strava, fitbit
    case appleHealth = "apple_health"
    case appleExport = "apple_export"

    /// The sources that send activities as JSON.
    static let ofJSON: [TrackerSource] = [.strava, .fitbit, .appleHealth]

    /// A name of its own in every language.
    var name: String {
        switch self {
        case .gpx: "GPX"
        case .tcx: "TCX"
        case .strava: "Strava"
        case .fitbit: "Fitbit"
        case .appleHealth, .appleExport: "Apple Health"
        }
    }
}

/// Activities as programs have them from Strava or Fitbit, or from Apple Health on the phone. Members that are not known here are passed over: they
/// come as the source has them.
enum ActivityJSON {
    static func read(_ value: JSONText, from source: TrackerSource) throws(ActivityFault) -> ReadActivity {
        guard case .object = value else { throw .notThisFormat }
        return switch source {
        case .appleHealth: try appleHealth(value)
        case .fitbit: try fitbit(value)
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

    /// An entry of Fitbit's list of activity logs: milliseconds, kilocalories, a start that says its zone, and a distance in the unit of the
    /// account.
    private static func fitbit(_ value: JSONText) throws(ActivityFault) -> ReadActivity {
        guard let id = key(value["logId"]) else { throw .notThisFormat }
        guard let start = value["startTime"]?.text.flatMap({ TrackTime($0) }) else { throw .badTime }
        guard let milliseconds = try number(value["duration"]) else { throw .badDuration }
        return ReadActivity(
            id: id, kind: ActivityKind(word: value["activityName"]?.text ?? ""), startedAt: start.at,
            seconds: milliseconds / 1000, offset: start.offset, metres: try metres(value),
            kilocalories: try number(value["calories"]), beats: try number(value["averageHeartRate"]))
    }

    private static let fitbitUnits: [String: Double] = [
        "kilometer": 1000, "mile": 1609.344, "meter": 1, "yard": 0.9144,
    ]

    /// A distance without a unit that is known is refused: 5 could be kilometres or miles.
    private static func metres(_ value: JSONText) throws(ActivityFault) -> Int? {
        let distance: Double
        switch value["distance"] {
        case nil, .null?: return nil
        case .int(let whole)?: distance = Double(whole)
        case .number(let text)?:
            guard let read = TrackNumber.read(text) else { throw .badNumber }
            distance = read
        default: throw .badNumber
        }
        var unit = value["distanceUnit"]?.text?.lowercased() ?? ""
        if unit.hasSuffix("s") { unit.removeLast() }
        guard distance >= 0, let factor = fitbitUnits[unit], let whole = ReadActivity.whole(distance * factor) else {
            throw .badNumber
        }
        return whole
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
