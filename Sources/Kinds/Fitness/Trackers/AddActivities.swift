import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/activities`: activities as Strava's or Fitbit's API has them, or as an app reads them from Apple Health.
struct AddActivities: ServiceAnswering {
    static let most = 200

    static let summary = ServiceSummary(
        name: "addActivities",
        text:
            "Stores activities of a tracker, as its own JSON has them. Those that are stored already are left; of what another source has told, too, one counts; what fulfils a planned session of its day ticks it",
        body: .record(
            [
                ("source", .choice(TrackerSource.ofJSON.map(\.rawValue))),
                (
                    "activities",
                    .described(
                        .list(.members(.anything, most: nil), 0...most),
                        "Of strava: id, sport_type or type, start_date, elapsed_time in seconds, and, where they are known, utc_offset in seconds, distance in metres, calories in kilocalories, average_heartrate. Of fitbit, as its list of activity logs has them: logId, activityName, startTime with its zone, duration in milliseconds, and, where they are known, distance with distanceUnit (Kilometer, Mile, Meter, Yard), calories in kilocalories, averageHeartRate. Of apple_health: uuid, workoutActivityType, startDate and endDate with their zone, and, where they are known, totalDistance with totalDistanceUnit (m, km, mi, yd, ft), totalEnergyBurned with totalEnergyBurnedUnit (kcal, Cal, cal, kJ), averageHeartRate. Other members are passed over."
                    )
                ),
            ], required: ["source", "activities"]), example: example,
        answer: .object(ActivityAnswers.counts), isWrite: true)

    private static let example = JSONText.object([
        ("source", "strava"),
        (
            "activities",
            .array([
                .object([
                    ("id", 11_300_000_001), ("sport_type", "Run"), ("start_date", "2026-11-20T05:30:00Z"),
                    ("utc_offset", 10_800), ("elapsed_time", 1_912), ("distance", .number("5203.4")),
                    ("calories", .number("371.0")), ("average_heartrate", .number("152.3")),
                ])
            ])
        ),
    ])

    private let source: TrackerSource
    private let read: [ReadActivity]

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let source = body["source"]?.text.flatMap({ TrackerSource(rawValue: $0) }),
            TrackerSource.ofJSON.contains(source)
        else { throw ServiceProblem.notFound }
        self.source = source
        var (read, faults): ([ReadActivity], [BodyFault]) = ([], [])
        for (index, value) in (body["activities"]?.elements ?? []).enumerated() {
            do throws(ActivityFault) {
                let activity = try ActivityJSON.read(value, from: source)
                if let fault = activity.fault(now: request.now) { throw fault }
                read.append(activity)
            } catch {
                faults.append(BodyFault("/activities/\(index)", error.words))
            }
        }
        guard faults.isEmpty else {
            throw ServiceProblem.invalidBody(Array(faults.prefix(JSONSchema.mostFaults)))
        }
        self.read = read
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let outcome = try ActivityCall.add(read, from: source, in: tx, by: caller)
        return (ServiceResponse(.object(ActivityAnswers.json(outcome.counts))), outcome.events)
    }
}

enum ActivityCall {
    static func add(
        _ read: [ReadActivity], from source: TrackerSource, in tx: borrowing TenantTransaction, by caller: ServiceCaller
    ) throws -> ActivityWork.Outcome {
        let work = ActivityWork(
            user: try caller.theUser().id, source: source, zone: caller.actor.tenant.zone, now: caller.actor.now)
        do {
            return try work.add(read, in: tx)
        } catch ActivityFault.tooMany {
            throw ActivityAnswers.tooMany
        }
    }
}

/// `POST /v1/me/activities/files`: a file of a tracker that fits into one call. It is read before anything is stored.
struct AddActivityFile: ServiceAnswering {
    static let largest = 16 << 20
    /// One file has at most so many; longer histories are uploaded in pieces.
    private static let most = 2000

    static let receivesFile = true

    static let summary = ServiceSummary(
        name: "addActivityFile",
        text:
            "Stores the activities in a file of a tracker: GPX, TCX, or the export of Apple Health. A longer file comes in pieces, see beginActivityUpload",
        answer: .object(ActivityAnswers.counts), isWrite: true, file: TrackerFormat.allCases.map(\.mediaType))

    private let format: TrackerFormat
    private let body: [UInt8]
    private let now: Timestamp
    private var found: Result<(read: [ReadActivity], skipped: Int), ActivityFault>?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        body = try request.file(Self.summary.file)
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }
        guard let format = TrackerFormat.of(mediaType: String(type).lowercased()) else {
            throw ServiceProblem.notFileType(Self.summary.file)
        }
        (self.format, now) = (format, request.now)
    }

    mutating func receive(_ services: Services) async throws {
        let (format, body, now) = (format, body, now)
        found = try await services.reading.atOnce(from: .user) {
            do throws(ActivityFault) {
                var reading = try TrackerReading(format, services, isShort: true)
                var read = try reading.feed(body) + reading.finish()
                let count = read.count
                read.removeAll { $0.fault(now: now) != nil }
                guard read.count <= Self.most else { throw .tooMany }
                return .success((read, reading.skipped + count - read.count))
            } catch {
                return .failure(error)
            }
        }
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        switch found {
        case .success(let found)?:
            var outcome = try ActivityCall.add(found.read, from: format.source, in: tx, by: caller)
            outcome.counts.found += found.skipped
            outcome.counts.skipped = found.skipped
            return (ServiceResponse(.object(ActivityAnswers.json(outcome.counts))), outcome.events)
        case .failure(let fault)?: throw ServiceProblem.invalidBody([BodyFault("", fault.words)])
        case nil: throw ServiceProblem.other(.internalServerError)
        }
    }
}
