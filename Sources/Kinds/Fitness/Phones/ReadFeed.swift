import Console
import JSON
import Postgres
import Web

/// Posts as apps get them.
enum PostAnswer {
    static let size = 50

    /// A time and an id, as `next` of the page before has them.
    static let parameters = [
        ServiceParameter("limit", .number(1...200, otherwise: size), "Posts on a page."),
        .cursor("From next of the page before."),
    ]

    static let schema = JSONSchema.object([
        (
            "posts",
            .array(
                .object([
                    ("id", .format("uuid")), ("goal", .format("uuid")), ("act", .string),
                    ("role", .choice(["recipient", "sponsor", "admin", "rule"])), ("user", .nullable(.format("uuid"))),
                    ("author", .nullable(.string)), ("text", .string),
                    ("percent", .nullable(.integer(0...100, otherwise: nil))), ("proposes", .nullable(.string)),
                    ("tracker", .nullable(.choice(TrackerSource.allCases.map(\.rawValue)))),
                    ("activity", .nullable(.choice(ActivityKind.allCases.map(\.rawValue)))),
                    ("metres", .nullable(.integer(nil, otherwise: nil))),
                    ("seconds", .nullable(.integer(nil, otherwise: nil))),
                    (
                        "activities",
                        .described(
                            .nullable(.integer(nil, otherwise: nil)),
                            "How many activities of a day an entry of trackers gathers; metres and seconds are their sums."
                        )
                    ),
                    ("likes", .integer(nil, otherwise: nil)),
                    ("liked", .described(.bool, "By the user who calls.")),
                    (
                        "done_at",
                        .described(
                            .nullable(.format("date-time")),
                            "When it was done, if the app or the tracker told it later.")
                    ), ("at", .described(.format("date-time"), "When it came.")),
                ]))
        ), ("next", .nullable(.string)),
    ])

    static func mark(_ request: WebRequest) -> PostMark? {
        request.query["cursor"].flatMap { ServiceCursor($0) }.map { ($0.createdAt, $0.id) }
    }

    static func limit(_ request: WebRequest) -> Int { request.query["limit"].flatMap { Int($0) } ?? size }

    /// Makes the page from up to one row more than the limit. What a tracker measured is text in the reader's language and units; the
    /// numbers stand beside it.
    static func response(_ rows: Rows, limit: Int, for caller: ServiceCaller, in tx: borrowing TenantTransaction) throws
        -> ServiceResponse
    {
        let units = try tx.first(MeasureQueries.own).map { try Measures($0).units } ?? .metric
        var posts: [JSONText] = []
        var next: ServiceCursor?
        var last: ServiceCursor?
        for row in rows {
            if posts.count == limit {
                next = last
                break
            }
            let (id, at) = (try row.id("id"), try row.time("posted_at"))
            last = ServiceCursor(createdAt: at, id: id)
            let user = try row.idOrNil("user_id")
            let (metres, seconds) = (try row.intOrNil("metres"), try row.intOrNil("seconds"))
            let (text, gathered) = (try row.text("text"), try row.intOrNil("activities"))
            posts.append(
                .object([
                    ("id", .string(id.description)), ("goal", .string(try row.id("goal_id").description)),
                    ("act", .string(try row.text("act"))), ("role", .string(try row.text("role"))),
                    ("user", user.map { .string($0.description) } ?? .null),
                    ("author", user == nil ? .null : .string(try row.text("author"))),
                    (
                        "text",
                        .string(
                            text.isEmpty
                                ? TrackedActivity.words(
                                    metres: metres, seconds: seconds, count: gathered, caller.actor.language, in: units)
                                : text)
                    ),
                    ("percent", try row.intOrNil("percent").map { .int($0) } ?? .null),
                    ("proposes", try row.textOrNil("wanted").map { .string($0) } ?? .null),
                    ("tracker", try row.textOrNil("tracker").map { .string($0) } ?? .null),
                    ("activity", try row.textOrNil("activity").map { .string($0) } ?? .null),
                    ("metres", metres.map { .int($0) } ?? .null), ("seconds", seconds.map { .int($0) } ?? .null),
                    ("activities", gathered.map { .int($0) } ?? .null), ("likes", .int(try row.int("likes"))),
                    ("liked", .bool(try row.bool("is_liked"))),
                    ("done_at", try row.timeOrNil("done_at").map { .string($0.iso) } ?? .null), ("at", .string(at.iso)),
                ]))
        }
        return ServiceResponse(
            .object([("posts", .array(posts)), ("next", next.map { .string($0.description) } ?? .null)]))
    }
}

/// `GET /v1/me/goals/{goal}/feed`
struct ReadGoalFeed: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getGoalFeed",
        text: "What happened to a goal, the newest first",
        parameters: PostAnswer.parameters, answer: PostAnswer.schema, mayBeMissing: true)

    private let call: GoalCall
    private let mark: PostMark?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        (mark, limit) = (PostAnswer.mark(request), PostAnswer.limit(request))
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, _) = try call.read(by: caller, in: tx)
        let rows = try tx.rows(
            PostQueries.ofGoal(goal.id, before: mark, limit: limit + 1, zone: "UTC", naming: .known))
        return try PostAnswer.response(rows, limit: limit, for: caller, in: tx)
    }
}

/// `GET /v1/me/feed`: of all goals of the user as recipient, and of all that they back or are asked to back.
struct ReadFeed: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getFeed",
        text:
            "What happened to all goals of the user, as recipient and as sponsor, the newest first",
        parameters: PostAnswer.parameters, answer: PostAnswer.schema)

    private let mark: PostMark?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        (mark, limit) = (PostAnswer.mark(request), PostAnswer.limit(request))
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let rows = try tx.rows(PostQueries.seen(before: mark, limit: limit + 1))
        return try PostAnswer.response(rows, limit: limit, for: caller, in: tx)
    }
}
