import Console
import JSON
import Postgres
import Web

/// Activities as apps get them.
enum ActivityAnswers {
    private static let number = JSONSchema.integer(nil, otherwise: nil)

    static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")), ("source", .choice(TrackerSource.allCases.map(\.rawValue))),
        ("kind", .choice(ActivityKind.allCases.map(\.rawValue))), ("started_at", .format("date-time")),
        ("day", .format("date")), ("seconds", number), ("metres", .nullable(number)),
        ("kilocalories", .nullable(number)), ("beats", .nullable(number)),
        (
            "duplicate_of",
            .described(.nullable(.format("uuid")), "The same activity, which another source told before.")
        ),
        (
            "session",
            .described(
                .nullable(.object([("goal", .format("uuid")), ("id", .format("uuid")), ("title", .string)])),
                "The planned session that it has ticked.")
        ),
    ]

    static func json(_ row: Row) throws -> JSONText {
        func int(_ name: StaticString) throws -> JSONText { try row.intOrNil(name).map { .int($0) } ?? .null }
        func id(_ name: StaticString) throws -> JSONText {
            try row.idOrNil(name).map { .string($0.description) } ?? .null
        }
        return .object([
            ("id", try id("id")), ("source", .string(try row.text("source"))), ("kind", .string(try row.text("kind"))),
            ("started_at", .string(try row.time("started_at").iso)), ("day", .string(try row.text("day"))),
            ("seconds", try int("seconds")), ("metres", try int("metres")), ("kilocalories", try int("kilocalories")),
            ("beats", try int("beats")), ("duplicate_of", try id("duplicate_of")),
            (
                "session",
                try row.idOrNil("session_id") == nil
                    ? .null
                    : .object([
                        ("goal", try id("goal_id")), ("id", try id("session_id")),
                        ("title", .string(try row.text("session"))),
                    ])
            ),
        ])
    }

    static let counts: [(String, JSONSchema)] = [
        ("found", number), ("added", .described(number, "Not stored before.")),
        ("duplicates", .described(number, "Of these, the same as what another source told before.")),
        ("matched", .described(number, "Of these, what has ticked a planned session.")),
        ("skipped", .described(number, "Of a file: activities that make no sense by themselves.")),
    ]

    static func json(_ counts: ActivityCounts) -> [(String, JSONText)] {
        [
            ("found", .int(counts.found)), ("added", .int(counts.added)), ("duplicates", .int(counts.duplicates)),
            ("matched", .int(counts.matched)), ("skipped", .int(counts.skipped)),
        ]
    }

    static let tooMany = ServiceProblem.refused(
        type: "too-many-activities", title: "Too many activities",
        detail: "A user has up to \(ActivityWork.most) activities.")
}

/// `GET /v1/me/activities`: the newest first.
struct ReadActivities: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getActivities", text: "What trackers told about the user, the newest first",
        parameters: PostAnswer.parameters,
        answer: .object([("activities", .array(.object(ActivityAnswers.members))), ("next", .nullable(.string))]))

    private let mark: PostMark?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        (mark, limit) = (PostAnswer.mark(request), PostAnswer.limit(request))
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let rows = Array(try tx.rows(ActivityQueries.all(of: caller.theUser().id, before: mark, limit: limit + 1)))
        let shown = rows.prefix(limit)
        let next =
            rows.count > limit
            ? try shown.last.map { ServiceCursor(createdAt: try $0.time("started_at"), id: try $0.id("id")) } : nil
        return ServiceResponse(
            .object([
                ("activities", .array(try shown.map { try ActivityAnswers.json($0) })),
                ("next", next.map { .string($0.description) } ?? .null),
            ]))
    }
}

/// `DELETE /v1/me/activities/{activity}`: what should not count, for example a car that was tracked as a run.
struct RemoveActivity: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "removeActivity",
        text:
            "Removes an activity for good, also when its source sends it again. The session that it has ticked is unticked, unless another source has told the same activity",
        mayBeMissing: true, isWrite: true)

    private let activity: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        activity = try request.serviceID("activity")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let removed = try ActivityWork.remove(
            activity, by: try caller.theUser().id, in: tx, zone: caller.actor.tenant.zone, now: caller.actor.now)
        guard let removed else { throw ServiceProblem.notFound }
        return (ServiceResponse(nil, status: .noContent), removed.events)
    }
}

/// `DELETE /v1/me/activities/{activity}/match`: unticks the session that the activity has ticked. It ticks none by itself any more.
struct UnmatchActivity: ServiceAnswering {
    static let summary = GoalCall.summary(
        "unmatchActivity",
        "Takes back that an activity has ticked a session; the activity stays, and ticks nothing by itself any more")

    private let activity: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        activity = try request.serviceID("activity")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        guard
            let taken = try ActivityWork.unmatch(
                activity, by: try caller.theUser().id, in: tx, now: caller.actor.now)
        else { throw ServiceProblem.notFound }
        return (GoalCall.response(taken.work.goal), [taken.event])
    }
}
