import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/goals`: a draft, which its sponsors don't see before it is proposed.
struct AddGoal: ServiceAnswering {
    /// One recipient has at most so many goals that are not over, and so many in all.
    static let (mostOpen, most) = (20, 200)

    static let summary = GoalCall.summary(
        "addGoal",
        "Adds a goal of the user as a draft: its type with the answers to the type's form, its sponsors, the reward that is proposed",
        body: GoalDraft.body, example: GoalDraft.example)

    private let draft: GoalDraft

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        draft = try GoalDraft(request.json(as: GoalDraft.body))
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let (user, now) = (try caller.theUser().id, caller.actor.now)
        let checked = try draft.checked(for: user, in: tx, caller.actor.tenant.languages)
        // Locks the user's row, or several concurrent calls would each count as the last one allowed.
        guard let role = try tx.first(GoalQueries.lockRole)?.text("role"),
            let counts = try tx.first(GoalQueries.counts(of: user))
        else { throw ServiceProblem.notFound }
        // Whoever backs the goals of others chooses the other role first. Who has chosen none may begin.
        guard role != UserRole.sponsor.rawValue else {
            throw ServiceProblem.refused(
                type: "role-not-recipient", title: "Not a recipient",
                detail: "A user whose role is sponsor backs goals and adds none: choose the role recipient first.")
        }
        guard try counts.int("open") < Self.mostOpen, try counts.int("n") < Self.most else {
            throw ServiceProblem.refused(
                type: "too-many-goals", title: "Too many goals",
                detail: "A user has up to \(Self.mostOpen) goals that are not over, and up to \(Self.most) in all.")
        }
        let id = ID.make(at: now)
        try tx.execute(GoalQueries.add(id, tenant: tx.tenant, user: user, checked, now: now))
        try GoalFiles.name(checked.files, in: id, tx)
        try tx.execute(GoalQueries.ask(checked.sponsors, goal: id, tenant: tx.tenant))
        let work = try GoalWork.open(id, by: user, in: tx)
        let event = AuditEvent(
            .goalAdded, on: .goal, id, subject: user,
            changes: [.init("type", new: work.goal.key)] + checked.answers.changes(from: nil)
                + GoalWork.reward(from: nil, to: checked.reward))
        return (GoalCall.response(work.goal), [event])
    }
}

/// `PUT /v1/me/goals/{goal}`: all of it anew. If it was proposed, every sponsor is asked again.
struct AmendGoal: ServiceAnswering {
    static let summary = GoalCall.summary(
        "amendGoal",
        "Replaces what the user's goal says while no sponsor has accepted it. Of one that is proposed every sponsor is asked again",
        body: GoalDraft.body, example: GoalDraft.example)

    private let call: GoalCall
    private let draft: GoalDraft

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        draft = try GoalDraft(request.json(as: GoalDraft.body))
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let checked = try draft.checked(for: work.goal.user, in: tx, caller.actor.tenant.languages)
        // A proposed goal keeps at least one sponsor.
        if work.goal.state == .proposed, checked.sponsors.isEmpty { throw GoalRefusal.noSponsors.problem }
        let event = try work.take(.amend, .init(draft: checked), in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
