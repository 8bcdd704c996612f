import Console
import Core
import JSON
import Postgres
import Web

/// `GET /v1/me/goals`: the user's own goals, the newest first.
struct ReadGoals: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "listMyGoals", text: "The user's goals as recipient, the newest first",
        answer: .object([("goals", .array(.object(GoalAnswer.members)))]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let goals = try tx.rows(GoalQueries.ofUser(caller.theUser().id)).map { try Goal($0) }
        let sponsors = try GoalAnswer.sponsors(of: goals.map(\.id), in: tx)
        return ServiceResponse(
            .object([("goals", .array(goals.map { .object(GoalAnswer.json($0, sponsors[$0.id] ?? [])) }))]))
    }
}

/// `GET /v1/me/goals/{goal}`: for its recipient and its sponsors.
struct ReadGoal: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getGoal", text: "One goal, for its recipient or a sponsor",
        answer: .object(GoalAnswer.members), mayBeMissing: true)

    private let call: GoalCall

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, sponsors) = try call.read(by: caller, in: tx)
        return ServiceResponse(.object(GoalAnswer.json(goal, sponsors)))
    }
}

/// `GET /v1/me/backed-goals`: what the user was asked to back, with percent and reward, the newest first.
struct ReadBackedGoals: ServiceAnswering {
    private static let size = 50

    static let summary = ServiceSummary(
        name: "listBackedGoals",
        text: "The goals that the user was asked to back as a sponsor, with their percent and reward, the newest first",
        parameters: [
            ServiceParameter("limit", .number(1...200, otherwise: size), "Goals on a page."),
            .id("after", "The id of the last goal of the page before."),
        ],
        answer: .object([
            ("goals", .array(.object(GoalAnswer.members + [("recipient_name", .string)]))),
            ("next", .nullable(.format("uuid"))),
        ]))

    private let after: ID?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        after = request.query["after"].flatMap { ID($0) }
        limit = request.query["limit"].flatMap { Int($0) } ?? Self.size
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let found = try tx.rows(GoalQueries.backed(by: caller.theUser().id, after: after, limit: limit + 1)).map {
            row in (goal: try Goal(row), recipient: try row.text("recipient"))
        }
        let page = found.prefix(limit)
        let sponsors = try GoalAnswer.sponsors(of: page.map(\.goal.id), in: tx)
        let goals = page.map { one in
            JSONText.object(
                GoalAnswer.json(one.goal, sponsors[one.goal.id] ?? []) + [("recipient_name", .string(one.recipient))])
        }
        let next = found.count > limit ? page.last.map { JSONText.string($0.goal.id.description) } : nil
        return ServiceResponse(.object([("goals", .array(goals)), ("next", next ?? .null)]))
    }
}
