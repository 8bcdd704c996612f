import Console
import Core
import Postgres

/// The audit log of the demo's goals, of the steps that their feeds show: without it a goal's page would say that nothing happened to a
/// goal that is done.
extension FitnessDemo {
    /// The goals that the list shows first. Each event is chained by a statement of its own, so older goals have none.
    private static let told = 300

    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(goalsTold(load.tenant.id)) {
            load.diary.note(
                AuditEvent(
                    .goalAdded, on: .goal, try row.id("id"), subject: try row.id("user_id"),
                    changes: [.init("type", new: try row.text("key"))]),
                by: .user(in: load.tenant, now: try row.time("created_at")))
        }
        for row in try tx.rows(stepsTold(load.tenant.id, now: load.now)) {
            guard let event = try event(row) else { continue }
            let at = try row.time("posted_at")
            load.diary.note(
                event,
                by: try row.text("role") == "admin" ? load.actor(.editor, at: at) : .user(in: load.tenant, now: at))
        }
    }

    private static func event(_ row: Row) throws -> AuditEvent? {
        let act = try row.text("act")
        let (goal, recipient, user) = (try row.id("goal_id"), try row.id("recipient"), try row.idOrNil("user_id"))
        let state = GoalState(rawValue: try row.text("state")) ?? .cancelled
        let isFirst = try row.bool("is_first")
        var changes: [AuditEvent.Change] = []
        func change(_ old: GoalState, _ new: GoalState) {
            changes.append(.init("state", old: old.rawValue, new: new.rawValue))
        }
        let action: AuditAction
        switch (GoalAct(rawValue: act), RewardAct(rawValue: act)) {
        case (let step?, _):
            action = step.action
            switch step {
            case .propose: change(.draft, .proposed)
            case .accept where isFirst: change(.proposed, .inProgress)
            case .reject where state == .rejected: change(.proposed, .rejected)
            case .giveUp: change(.inProgress, .givenUp)
            case .withdraw: change(.proposed, .withdrawn)
            case .cancel: change(.proposed, .cancelled)
            case .setPercent:
                change(.inProgress, .done)
                changes.append(.init("percent", old: "90", new: "100"))
            default: break
            }
        case (nil, let step?):
            action = step.action
            changes.append(
                step == .give
                    ? .init("reward_state", old: RewardState.due.rawValue, new: RewardState.given.rawValue)
                    : .init("reward_state", old: RewardState.given.rawValue, new: RewardState.disputed.rawValue))
        case (nil, nil): return nil
        }
        if try row.text("role") == GoalRole.sponsor.rawValue, let user {
            changes.append(.init("sponsor", new: user.description))
        }
        return AuditEvent(action, on: .goal, goal, subject: user ?? recipient, changes: changes)
    }

    private static func newest(_ tenant: ID) -> SQL {
        """
        select fitness_goals.id, fitness_goals.user_id, fitness_goals.entry_id, fitness_goals.state, fitness_goals.accepted_at,
            fitness_goals.created_at
        from fitness_goals where fitness_goals.tenant_id = \(tenant)
        order by fitness_goals.changed_at desc, fitness_goals.id desc limit \(told)
        """
    }

    private static func goalsTold(_ tenant: ID) -> SQL {
        """
        select goals.id, goals.user_id, goals.created_at, entry.key from (\(newest(tenant))) as goals
        join catalogue_entries as entry on entry.tenant_id = \(tenant) and entry.id = goals.entry_id
        order by goals.created_at, goals.id
        """
    }

    private static func stepsTold(_ tenant: ID, now: Timestamp) -> SQL {
        let acts: [GoalAct] = [.propose, .withdraw, .accept, .reject, .giveUp, .setPercent, .cancel]
        return """
            select posts.goal_id, posts.act, posts.role, posts.user_id, posts.posted_at, goals.user_id as recipient, goals.state,
                coalesce(posts.posted_at = goals.accepted_at, false) as is_first
            from (\(newest(tenant))) as goals join fitness_posts as posts on posts.tenant_id = \(tenant) and posts.goal_id = goals.id
            where posts.act = any(\(acts.map(\.rawValue) + [RewardAct.give.rawValue, RewardAct.dispute.rawValue]))
                and posts.posted_at <= \(now)
            order by posts.posted_at, posts.id
            """
    }
}
