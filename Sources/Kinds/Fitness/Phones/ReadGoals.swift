import Console
import Core
import JSON
import Postgres
import Web

/// `GET /v1/users/{user}/goals`: a recipient's goals, the newest first.
struct ReadGoals: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "listGoals", text: "A recipient's goals, the newest first; the reading is recorded in the audit trail",
        answer: .object([("goals", .array(.object(GoalAnswer.members)))]), mayBeMissing: true)

    private let user: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        try AppUser.check(user, in: tx)
        let goals = try tx.rows(GoalQueries.ofUser(user)).map { try Goal($0) }
        let sponsors = try GoalAnswer.sponsors(of: goals.map(\.id), in: tx)
        return (
            ServiceResponse(
                .object([("goals", .array(goals.map { .object(GoalAnswer.json($0, sponsors[$0.id] ?? [])) }))])),
            GoalAnswer.looked(at: user)
        )
    }
}

/// `GET /v1/users/{user}/goals/{goal}`: for its recipient and its sponsors.
struct ReadGoal: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getGoal", text: "One goal, for its recipient or a sponsor; the reading is recorded in the audit trail",
        answer: .object(GoalAnswer.members), mayBeMissing: true)

    private let call: GoalCall

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        let (goal, sponsors) = try AppUser.goal(call, in: tx)
        return (
            ServiceResponse(.object(GoalAnswer.json(goal, sponsors))), GoalAnswer.looked(at: goal.user)
        )
    }
}

/// `GET /v1/users/{user}/backed-goals`: what a sponsor was asked to back, with percent and reward, the newest first.
struct ReadBackedGoals: ServiceAnswering {
    private static let size = 50

    static let summary = ServiceSummary(
        name: "listBackedGoals",
        text:
            "The goals that a sponsor was asked to back, with their percent and reward, the newest first; the reading is recorded in the audit trail",
        parameters: [
            ServiceParameter("limit", .number(1...200, otherwise: size), "Goals on a page."),
            ServiceParameter(
                "after", .pattern("^[0-9a-f-]{36}$") { ID($0) != nil }, "The id of the last goal of the page before."),
        ],
        answer: .object([
            ("goals", .array(.object(GoalAnswer.members + [("recipient_name", .string)]))),
            ("next", .nullable(.format("uuid"))),
        ]), mayBeMissing: true)

    private let user: ID
    private let after: ID?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        after = request.query["after"].flatMap { ID($0) }
        limit = request.query["limit"].flatMap { Int($0) } ?? Self.size
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        try AppUser.check(user, in: tx)
        let found = try tx.rows(GoalQueries.backed(by: user, after: after, limit: limit + 1)).map { row in
            (goal: try Goal(row), recipient: try row.text("recipient"))
        }
        let page = found.prefix(limit)
        let sponsors = try GoalAnswer.sponsors(of: page.map(\.goal.id), in: tx)
        let goals = page.map { one in
            JSONText.object(
                GoalAnswer.json(one.goal, sponsors[one.goal.id] ?? []) + [("recipient_name", .string(one.recipient))])
        }
        return (
            ServiceResponse(
                .object([
                    ("goals", .array(goals)),
                    ("next", found.count > limit ? page.last.map { .string($0.goal.id.description) } ?? .null : .null),
                ])), GoalAnswer.looked(at: user)
        )
    }
}

/// A user for whom an app reads.
enum AppUser {
    static func check(_ user: ID, in tx: borrowing TenantTransaction) throws {
        guard let row = try tx.first(GoalQueries.status(of: user)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
    }

    /// A goal of theirs, or one that they were asked to back.
    static func goal(_ call: GoalCall, in tx: borrowing TenantTransaction) throws -> (Goal, [Backing]) {
        try check(call.user, in: tx)
        guard let row = try tx.first(GoalQueries.one(call.goal)) else { throw ServiceProblem.notFound }
        let goal = try Goal(row)
        let sponsors = try tx.rows(GoalQueries.backings(of: [goal.id])).map { try Backing($0) }
        let backs = goal.proposedAt != nil && sponsors.contains { $0.user == call.user }
        guard goal.user == call.user || backs else { throw ServiceProblem.notFound }
        return (goal, sponsors)
    }
}
