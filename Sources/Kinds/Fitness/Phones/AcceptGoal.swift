import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/goals/{goal}/acceptance`: of what the sponsor was shown. Terms that were amended meanwhile are looked at first.
struct AcceptGoal: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "acceptGoal",
        text:
            "A sponsor accepts a goal and promises its reward. With the first acceptance it is in progress; a recipient has one such goal at a time",
        body: .record(
            [("version", .described(.integer(1...Int(Int32.max), otherwise: nil), "Of the goal, as it was shown."))],
            required: ["version"]), example: .object([("version", 2)]), answer: GoalCall.answer,
        mayBeMissing: true, isWrite: true, match: .inBody)

    private let call: GoalCall
    private let version: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let version = body["version"]?.int else {
            throw ServiceProblem.invalidBody([BodyFault("/version", "A whole number.")])
        }
        self.version = version
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        try work.check(.accept)
        guard work.goal.version == version else { throw ServiceProblem.outdated }
        let event = try work.take(.accept, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
