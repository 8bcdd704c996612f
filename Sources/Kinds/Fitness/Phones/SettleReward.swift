import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/goals/{goal}/reward`: a sponsor says that the reward was given. Money itself is paid elsewhere.
struct GiveRewardByPhone: ServiceAnswering {
    static let summary = GoalCall.summary(
        "giveReward",
        "A sponsor records that the reward of a goal that is done was given, or given once more after it was disputed; it is paid outside of Roost",
        body: .record([("note", .text(most: Post.longest))]), example: .object([("note", "By bank transfer")]))

    private let call: GoalCall
    private let note: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        note = try PostText.optional(request.json(as: Self.summary.body ?? .string), "note")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        guard work.role == .sponsor else { throw GoalRefusal.rewardRole(.give, work.role).problem }
        let event = try work.take(.give, of: try caller.theUser().id, note: note, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}

/// `POST /v1/me/goals/{goal}/sponsors/{sponsor}/dispute`: the recipient says that what was recorded as given
/// did not come, or not as promised.
struct DisputeReward: ServiceAnswering {
    static let summary = GoalCall.summary(
        "disputeReward",
        "A recipient disputes the reward that one sponsor has given. The sponsor gives it once more, the recipient takes the dispute back, or an admin decides",
        body: .record([("note", .text(most: Post.longest))], required: ["note"]),
        example: .object([("note", "It never arrived.")]))

    private let call: GoalCall
    private let sponsor: ID
    private let note: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        sponsor = try request.serviceID("sponsor")
        note = try PostText.required(request.json(as: Self.summary.body ?? .string), "note")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let event = try work.take(.dispute, of: sponsor, note: note, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}

/// `POST /v1/me/goals/{goal}/sponsors/{sponsor}/dispute/end`: the recipient says that it was given after all.
struct WithdrawDispute: ServiceAnswering {
    static let summary = GoalCall.summary(
        "withdrawDispute", "A recipient takes the dispute of a reward back: it was given after all")

    private let call: GoalCall
    private let sponsor: ID

    init(_ request: WebRequest) throws {
        try request.check([])
        call = try GoalCall(request)
        sponsor = try request.serviceID("sponsor")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let event = try work.take(.withdrawDispute, of: sponsor, note: "", in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
