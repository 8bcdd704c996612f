import Console
import HTML
import JSON
import Postgres
import Web

/// A session of a plan as apps get it.
enum SessionAnswer {
    static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")), ("day", .format("date")), ("title", .string), ("detail", .string),
        ("minutes", .nullable(.integer(nil, otherwise: nil))), ("ticked_at", .nullable(.format("date-time"))),
        (
            "tracker",
            .described(
                .nullable(.choice(TrackerSource.allCases.map(\.rawValue))),
                "By which it was ticked; null: by hand, or not.")
        ),
    ]

    static func json(_ session: Session) -> JSONText {
        .object([
            ("id", .string(session.id.description)), ("day", .string(Session.iso(session.day))),
            ("title", .string(session.title)), ("detail", .string(session.detail)),
            ("minutes", session.minutes.map { .int($0) } ?? .null),
            ("ticked_at", session.tickedAt.map { .string($0.iso) } ?? .null),
            ("tracker", session.tracker.map { .string($0.rawValue) } ?? .null),
        ])
    }
}

/// `GET /v1/me/goals/{goal}/plan`: some days of a plan, at most two months; one day is a day's list.
struct ReadPlan: ServiceAnswering {
    private static let mostDays = 62

    static let summary = ServiceSummary(
        name: "getPlan", text: "Some days of a goal's plan, in order",
        parameters: [
            .day("from", "The first day; without it the first of the plan."),
            .day("until", "The last day, at most \(mostDays) days from the first."),
        ],
        answer: .object([
            ("percent", .integer(0...100, otherwise: nil)),
            ("sessions", .array(.object(SessionAnswer.members))),
        ]), mayBeMissing: true)

    private let call: GoalCall
    private let from: Int?
    private let until: Int?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        from = request.query["from"].flatMap { Session.day($0) }
        until = request.query["until"].flatMap { Session.day($0) }
        if let from, let until, until < from || until - from >= Self.mostDays {
            throw ServiceProblem.invalid([("until", "From the first day on, at most \(Self.mostDays) days.")])
        }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, _) = try call.read(by: caller, in: tx)
        let planned = try tx.first(PlanQueries.first(of: goal.id))?.intOrNil("day")
        let first = from ?? until.map { $0 - Self.mostDays + 1 } ?? planned ?? 0
        let rows = try tx.rows(PlanQueries.days(of: goal.id, first, until ?? first + Self.mostDays - 1))
        let sessions = try rows.map { try SessionAnswer.json(Session($0)) }
        return ServiceResponse(.object([("percent", .int(goal.percent)), ("sessions", .array(sessions))]))
    }
}

/// Ticking something and taking that back: a session, a piece of advice.
protocol TickChange: ServiceAnswering where Answer == (ServiceResponse, [AuditEvent]) {
    static var act: GoalAct { get }
    /// The name, in the route's pattern, of what is ticked.
    static var parameter: String { get }
    var call: GoalCall { get }
    var ticked: ID { get }
    /// When it was done, if the app tells it later; nil: now.
    var doneAt: Timestamp? { get }
    init(call: GoalCall, ticked: ID, doneAt: Timestamp?)
    /// Ticks it, or takes the tick back without a time; whether that is anything new, and the text for the feed.
    func set(
        _ at: Timestamp?, of goal: Goal, in tx: borrowing TenantTransaction, by caller: ServiceCaller,
        _ services: Services
    ) throws -> (isNew: Bool, text: String)
}

extension TickChange {
    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        self.init(
            call: try GoalCall(request), ticked: try request.serviceID(Self.parameter),
            doneAt: request.query["at"].flatMap { Timestamp(iso: $0) })
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        // Ticking twice is the same as once, but the step is checked each time.
        try work.check(Self.act)
        let now = caller.actor.now
        let at = try doneAt.map { try TickTime.checked($0, of: work.goal, in: tx, now: now) }
        let done = try set(Self.act == .tick ? at ?? now : nil, of: work.goal, in: tx, by: caller, services)
        let event = done.isNew ? try work.take(Self.act, .init(text: done.text, doneAt: at), in: tx, now: now) : nil
        return (GoalCall.response(work.goal), event.map { [$0] } ?? [])
    }
}

/// The time of a tick that an app made offline and tells later.
enum TickTime {
    /// A clock that runs ahead is let pass so many seconds.
    private static let ahead: Int64 = 120
    /// A phone's clock may begin the day so many seconds before ours.
    private static let tolerance: Int64 = 900
    /// Where clocks lead UTC by most, a day begins so many seconds earlier.
    private static let lead: Int64 = 14 * 3600

    static let parameter = ServiceParameter(
        "at",
        .pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,20}Z$", says: "A time in UTC like 2026-11-22T18:30:00Z.") {
            $0.utf8.count <= 32 && Timestamp(iso: $0) != nil
        },
        "When it was done, for a tick that was made offline; without it now. Not in the future, and neither before the goal was accepted nor before the first day of its plan."
    )

    /// The time, or now for a clock that runs a little ahead. Refused in the future, and when it lies before both the acceptance and the
    /// first planned day.
    static func checked(
        _ at: Timestamp, of goal: Goal, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> Timestamp {
        guard at <= now.adding(seconds: ahead) else { throw ServiceProblem.invalid([("at", "It is in the future.")]) }
        let planned = try tx.first(PlanQueries.first(of: goal.id))?.intOrNil("day").map {
            Timestamp(microseconds: Int64($0) * 86_400_000_000).adding(seconds: -lead)
        }
        guard let earliest = [goal.acceptedAt, planned].compactMap({ $0 }).min(), at >= earliest else {
            throw ServiceProblem.invalid([("at", "It is before the goal was accepted, and before its plan.")])
        }
        return min(at, now)
    }

    /// The last day that has begun where clocks lead UTC by most. What is planned for a later one can't be done yet, and counts for nothing:
    /// a tick of it would make a reward due.
    static func lastDay(_ now: Timestamp) -> Int { Int(now.adding(seconds: lead).seconds / 86_400) }

    /// Refuses what is planned for a day that has not begun where the user is; what has no day may be done on any.
    static func check(day: Int?, in tx: borrowing TenantTransaction, by caller: ServiceCaller) throws {
        guard let day else { return }
        if try day > today(in: tx, by: caller) { throw GoalRefusal.dayNotBegun.problem }
    }

    /// The day of the user who calls, with a tolerance for the clock of their phone. Who has told no zone is where the tenant is.
    static func today(in tx: borrowing TenantTransaction, by caller: ServiceCaller) throws -> Int {
        let now = caller.actor.now.adding(seconds: tolerance)
        return try tx.first(PlanQueries.today(of: caller.theUser().id, now: now, elsewhere: caller.actor.tenant.zone))?
            .int("day") ?? lastDay(caller.actor.now)
    }
}

protocol SessionTick: TickChange {}

extension SessionTick {
    static var parameter: String { "workout" }

    func set(
        _ at: Timestamp?, of goal: Goal, in tx: borrowing TenantTransaction, by caller: ServiceCaller,
        _ services: Services
    ) throws -> (isNew: Bool, text: String) {
        guard let row = try tx.first(PlanQueries.one(ticked, of: goal.id)) else { throw ServiceProblem.notFound }
        if at != nil { try TickTime.check(day: try row.int("day"), in: tx, by: caller) }
        let isNew = try tx.execute(PlanQueries.tick(ticked, at: at)) > 0
        // An activity that ticked the session does so no longer.
        if isNew, at == nil { try tx.execute(ActivityQueries.unmatch(session: ticked, now: caller.actor.now)) }
        return (isNew, try row.text("title"))
    }
}

/// `PUT /v1/me/goals/{goal}/plan/{workout}/tick`
struct TickSession: SessionTick {
    static let act = GoalAct.tick
    static let summary = GoalCall.summary(
        "tickSession",
        "Ticks a session of the plan, from its day on; ticked once or twice is the same. Where the percent follows from ticks, it is found anew",
        parameters: [TickTime.parameter])
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

/// `DELETE /v1/me/goals/{goal}/plan/{workout}/tick`
struct UntickSession: SessionTick {
    static let act = GoalAct.untick
    static let summary = GoalCall.summary("untickSession", "Takes the tick of a session back")
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

/// `PUT /v1/me/goals/{goal}/plan/{workout}/day`: within the session's week, with the rest of the week in step.
struct MoveSession: ServiceAnswering {
    static let summary = GoalCall.summary(
        "moveSession",
        "Moves a session to another day of its week. What comes after it in the week moves by as many days, and nothing leaves the week or goes into the past; what comes before it stays. With `from`, nothing is moved if another device or an admin has moved the session meanwhile",
        body: .record(
            [
                ("day", .format("date")),
                (
                    "from",
                    .described(
                        .format("date"),
                        "The day on which the app showed the session, as it stood or as the app's own move before has put it. If it lies elsewhere by now, and not on `day` either, the answer is session-moved. Without it the session is moved from wherever it lies, as by earlier apps."
                    )
                ),
            ], required: ["day"]), example: .object([("day", "2026-11-25"), ("from", "2026-11-24")]))

    private let call: GoalCall
    private let session: ID
    private let day: Int
    /// The day on which the app showed it. Not the session's version, which a tick raises too: an app that was offline moves one session
    /// twice, and knows the day on which its own first move has put it, and no version.
    private let from: Int?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        session = try request.serviceID("workout")
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let text = body["day"]?.text, text.utf8.count == 10, let day = Session.day(text) else {
            throw ServiceProblem.invalidBody([BodyFault("/day", "A day like 2026-11-22.")])
        }
        self.day = day
        from = body["from"]?.text.flatMap { $0.utf8.count == 10 ? Session.day($0) : nil }
        if body["from"] != nil, from == nil {
            throw ServiceProblem.invalidBody([BodyFault("/from", "A day like 2026-11-22.")])
        }
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        try work.check(.move)
        if let from, let row = try tx.first(PlanQueries.one(session, of: call.goal)) {
            let lies = try Session(row).day
            if lies != from, lies != day { throw GoalRefusal.sessionMoved(Session.iso(lies)).problem }
        }
        let move: PlanMove
        do {
            move = try PlanWork.move(session, to: day, .week, of: call.goal, in: tx, by: caller.actor)
        } catch let refusal as GoalRefusal {
            throw refusal.problem
        } catch is PlanShift.Refusal {
            throw ServiceProblem.notFound
        }
        guard move.isChange else { return (GoalCall.response(work.goal), []) }
        let details = GoalWork.Details(text: move.session.title, recorded: move.recorded)
        let event = try work.take(.move, details, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
