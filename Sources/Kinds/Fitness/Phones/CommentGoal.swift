import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/goals/{goal}/comments`
struct CommentGoal: ServiceAnswering {
    static let summary = GoalCall.summary(
        "commentGoal", "Writes a comment into the feed of a goal, as its recipient or as a sponsor",
        body: .record([("text", .text(most: Post.longest))], required: ["text"]),
        example: .object([("text", "Well done!")]))

    private let call: GoalCall
    private let text: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        text = try PostText.required(request.json(as: Self.summary.body ?? .string), "text")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let event = try work.take(.comment, .init(text: text), in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}

/// Liking a post and taking that back.
protocol LikeChange: ServiceAnswering where Answer == (ServiceResponse, [AuditEvent]) {
    static var likes: Bool { get }
    var call: GoalCall { get }
    var post: ID { get }
    init(call: GoalCall, post: ID)
}

extension LikeChange {
    init(_ request: WebRequest) throws {
        try request.check([])
        self.init(call: try GoalCall(request), post: try request.serviceID("post"))
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        guard try tx.first(PostQueries.isThere(post, of: call.goal)) != nil else { throw ServiceProblem.notFound }
        // Each change is an event of the audit trail, so its rate is limited.
        try services.check(.likes, of: UserOfTenant(tx.tenant, try caller.theUser().id), now: caller.actor.now)
        let event = try work.take(Self.likes ? .like : .unlike, in: tx, now: caller.actor.now)
        let changed = try tx.execute(
            Self.likes
                ? PostQueries.like(post, by: caller.theUser().id, tenant: tx.tenant, now: caller.actor.now)
                : PostQueries.unlike(post, by: caller.theUser().id))
        return (GoalCall.response(work.goal), changed > 0 ? [event] : [])
    }
}

/// `PUT /v1/me/goals/{goal}/feed/{post}/like`
struct LikePost: LikeChange {
    static let likes = true
    static let summary = GoalCall.summary("likePost", "Likes a post of a goal's feed; once or twice is the same")
    let call: GoalCall
    let post: ID
}

/// `DELETE /v1/me/goals/{goal}/feed/{post}/like`
struct UnlikePost: LikeChange {
    static let likes = false
    static let summary = GoalCall.summary("unlikePost", "Takes a like back")
    let call: GoalCall
    let post: ID
}
