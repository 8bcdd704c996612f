import Console
import JSON
import Postgres
import Web

/// `me/goals/{goal}`: what the user does about a goal, as its recipient or as one of its sponsors.
struct GoalCall: Sendable {
    let goal: ID

    init(_ request: WebRequest) throws {
        goal = try request.serviceID("goal")
    }

    /// A goal of the user's own, or one that the user backs or is asked to back. Row-level security shows no other.
    func read(by caller: ServiceCaller, in tx: borrowing TenantTransaction) throws -> (Goal, [Backing]) {
        let user = try caller.theUser().id
        guard let row = try tx.first(GoalQueries.one(goal)) else { throw ServiceProblem.notFound }
        let goal = try Goal(row)
        let sponsors = try GoalAnswer.sponsors(of: [goal.id], in: tx)[goal.id] ?? []
        guard goal.user == user || sponsors.contains(where: { $0.user == user && $0.sees(goal) }) else {
            throw ServiceProblem.notFound
        }
        return (goal, sponsors)
    }

    /// The response to every step. It contains nothing personal, since it is stored for repeated calls.
    static let answer = JSONSchema.object([
        ("id", .format("uuid")), ("state", .choice(GoalState.allCases.map(\.rawValue))),
        ("percent", .integer(0...100, otherwise: nil)),
    ])

    static func response(_ goal: Goal) -> ServiceResponse {
        ServiceResponse(
            .object([
                ("id", .string(goal.id.description)), ("state", .string(goal.state.rawValue)),
                ("percent", .int(goal.percent)),
            ]))
    }

    static func summary(
        _ name: String, _ text: String, parameters: [ServiceParameter] = [], body: JSONSchema? = nil,
        example: JSONText? = nil
    ) -> ServiceSummary {
        ServiceSummary(
            name: name, text: text, parameters: parameters, body: body, example: example, answer: answer,
            mayBeMissing: true, isWrite: true)
    }
}

/// A step that takes nothing but itself.
protocol PlainStep: ServiceAnswering where Answer == (ServiceResponse, [AuditEvent]) {
    static var act: GoalAct { get }
    var call: GoalCall { get }
    init(call: GoalCall)
}

extension PlainStep {
    init(_ request: WebRequest) throws {
        try request.check([])
        self.init(call: try GoalCall(request))
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let event = try work.take(Self.act, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}

/// `POST /v1/me/goals/{goal}/proposal`
struct ProposeGoal: PlainStep {
    static let act = GoalAct.propose
    static let summary = GoalCall.summary(
        "proposeGoal",
        "Proposes a goal to its sponsors. A rejected one is proposed anew, and every sponsor is asked again")
    let call: GoalCall
}

/// `POST /v1/me/goals/{goal}/withdrawal`
struct WithdrawGoal: PlainStep {
    static let act = GoalAct.withdraw
    static let summary = GoalCall.summary(
        "withdrawGoal", "Takes a goal back that no sponsor has accepted yet")
    let call: GoalCall
}

/// `POST /v1/me/goals/{goal}/abandonment`
struct GiveUpGoal: PlainStep {
    static let act = GoalAct.giveUp
    static let summary = GoalCall.summary(
        "giveUpGoal", "Ends a goal in progress that the recipient gives up. No reward is due")
    let call: GoalCall
}
