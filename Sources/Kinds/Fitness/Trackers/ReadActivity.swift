import HTML
import Postgres

/// An activity as a source tells it, read and not yet stored.
struct ReadActivity: Sendable, Equatable {
    /// A week: what is longer is a tracker that nobody stopped.
    static let seconds = 1...604_800
    static let metres = 0...10_000_000
    static let kilocalories = 0...100_000
    static let beats = 20...260
    /// A clock that runs ahead is let pass so many seconds.
    private static let ahead: Int64 = 600
    /// Nobody tracked anything before.
    private static let earliest = Timestamp(microseconds: 946_684_800_000_000)

    /// The source's own id; nil where it gives none.
    var id: String?
    var kind: ActivityKind
    var startedAt: Timestamp
    var seconds: Int
    /// The offset of its zone, in seconds east of UTC; nil if the source does not name it.
    var offset: Int?
    var metres: Int?
    var kilocalories: Int?
    /// The average heart rate, in beats a minute.
    var beats: Int?

    var end: Timestamp { startedAt.adding(seconds: Int64(seconds)) }

    /// Identifies the activity when the source sends it again.
    var key: String { id ?? "\(kind.rawValue)-\(startedAt.seconds)-\(seconds)" }

    /// Why it makes no sense; nil when it does.
    func fault(now: Timestamp) -> ActivityFault? {
        guard Self.seconds.contains(seconds), seconds <= kind.longest else { return .badDuration }
        guard startedAt >= Self.earliest else { return .tooEarly }
        guard startedAt <= now, end <= now.adding(seconds: Self.ahead) else { return .inFuture }
        guard offset.map({ TrackTime.offsets.contains($0) }) ?? true, metres.map({ Self.metres.contains($0) }) ?? true,
            kilocalories.map({ Self.kilocalories.contains($0) }) ?? true, beats.map({ Self.beats.contains($0) }) ?? true
        else { return .badNumber }
        // The same activity by another source would be nothing but its duplicate.
        guard metres.map({ kind.mayCome($0, in: seconds) }) ?? true else { return .badSpeed }
        return nil
    }

    // MARK: Between the process that reads a file and the one that stores what was in it

    /// `A run 1714537800000000 1800 10800 5000 - 152`
    var line: String {
        let numbers = [offset, metres, kilocalories, beats].map { $0.map { String($0) } ?? "-" }
        return (["A", kind.rawValue, String(startedAt.microseconds), String(seconds)] + numbers).joined(separator: " ")
    }

    /// Microseconds of years that a file can name.
    private static let lines = Int64(-1) << 58...Int64(1) << 58

    /// Returns nil for a line of another form.
    init?(line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count == 8, parts[0] == "A", let kind = ActivityKind(rawValue: String(parts[1])),
            let start = Int64(parts[2]), Self.lines.contains(start), let seconds = Int(parts[3])
        else { return nil }
        let numbers = parts[4...].map { Int($0) }
        guard zip(parts[4...], numbers).allSatisfy({ $0 == "-" || $1 != nil }) else { return nil }
        self.init(
            kind: kind, startedAt: Timestamp(microseconds: start), seconds: seconds, offset: numbers[0],
            metres: numbers[1], kilocalories: numbers[2], beats: numbers[3])
    }

    init(
        id: String? = nil, kind: ActivityKind, startedAt: Timestamp, seconds: Int, offset: Int? = nil,
        metres: Int? = nil, kilocalories: Int? = nil, beats: Int? = nil
    ) {
        (self.id, self.kind, self.startedAt, self.seconds, self.offset) = (id, kind, startedAt, seconds, offset)
        (self.metres, self.kilocalories, self.beats) = (metres, kilocalories, beats)
    }

    /// What a source measures, rounded; nil for what no whole number holds.
    static func whole(_ value: Double) -> Int? {
        value.isFinite && abs(value) < 1e15 ? Int(value.rounded()) : nil
    }
}

/// The reason why a file, or one activity, was refused. The raw values are stored, and programs get them.
enum ActivityFault: String, Error, CaseIterable, Sendable {
    /// Not the format that it was called.
    case notThisFormat = "not_this_format"
    case damaged
    case declaresEntities = "declares_entities"
    /// Deeper, or with longer elements, than any real one.
    case intricate
    /// A time without its zone, or none.
    case badTime = "bad_time"
    /// Beyond the poles, or no number.
    case badPlace = "bad_place"
    case badNumber = "bad_number"
    case badDuration = "bad_duration"
    /// Farther in its time than anybody comes who does this.
    case badSpeed = "bad_speed"
    case tooManyPoints = "too_many_points"
    case tooEarly = "too_early"
    case inFuture = "in_future"
    /// More activities than one person does.
    case tooMany = "too_many"
    /// Whatever read it ended: out of memory or time.
    case unreadable

    /// In English: programs and their makers read it.
    var words: String {
        switch self {
        case .notThisFormat: "The file is not of the format that it is sent as."
        case .damaged: "The file is damaged or cut short."
        case .declaresEntities: "The file declares entities, which are not accepted."
        case .intricate: "The file is nested deeper, or has longer elements, than a file of this format."
        case .badTime: "A time that is none, or that does not say its zone."
        case .badPlace: "A place that is not on the earth."
        case .badNumber: "A number that is none, or out of its range."
        case .badDuration: "It lasted less than a second, or longer than an activity of its kind."
        case .badSpeed: "It is faster than anybody is in an activity of its kind."
        case .tooManyPoints: "More than \(GPXReader.mostPoints) points."
        case .tooEarly: "It began before the year 2000."
        case .inFuture: "It ends in the future."
        case .tooMany: "The user has as many activities as may be."
        case .unreadable: "This file can't be read."
        }
    }
}
