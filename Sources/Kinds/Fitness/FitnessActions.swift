import Console
import HTML
import Templates

/// The actions on goals that the audit trail records.
extension AuditAction {
    package static let goalAdded = AuditAction("goal.added", Strings.fitness_audit_added)
    package static let goalAmended = AuditAction("goal.amended", Strings.fitness_audit_amended)
    package static let goalProposed = AuditAction("goal.proposed", Strings.fitness_audit_proposed)
    package static let goalWithdrawn = AuditAction("goal.withdrawn", Strings.fitness_audit_withdrawn)
    package static let goalAccepted = AuditAction("goal.accepted", Strings.fitness_audit_accepted)
    package static let goalRejected = AuditAction("goal.rejected", Strings.fitness_audit_rejected)
    package static let goalGivenUp = AuditAction("goal.given_up", Strings.fitness_audit_given_up)
    package static let goalWeighed = AuditAction("goal.weighed", Strings.fitness_audit_weighed)
    package static let goalTicked = AuditAction("goal.ticked", Strings.fitness_audit_ticked)
    package static let goalUnticked = AuditAction("goal.unticked", Strings.fitness_audit_unticked)
    package static let goalAttached = AuditAction("goal.attached", Strings.fitness_audit_attached)
    package static let goalRecorded = AuditAction("goal.recorded", Strings.fitness_audit_recorded)
    package static let activitiesAdded = AuditAction("activities.added", Strings.fitness_audit_activities)
    package static let activityRemoved = AuditAction("activities.removed", Strings.fitness_audit_activity_removed)
    package static let activityFileBegun = AuditAction("activities.file_begun", Strings.fitness_audit_activity_file)
    package static let goalMoved = AuditAction("goal.session_moved", Strings.fitness_audit_moved)
    package static let goalMoveUndone = AuditAction("goal.session_move_undone", Strings.fitness_audit_move_undone)
    package static let goalPercentSet = AuditAction("goal.percent_set", Strings.fitness_audit_percent)
    package static let goalRuleSet = AuditAction("goal.rule_set", Strings.fitness_audit_rule)
    package static let goalPlanned = AuditAction("goal.planned", Strings.fitness_audit_planned)
    package static let goalCancelled = AuditAction("goal.cancelled", Strings.fitness_audit_cancelled)
    package static let goalCommented = AuditAction("goal.commented", Strings.fitness_audit_commented)
    package static let goalLiked = AuditAction("goal.liked", Strings.fitness_audit_liked)
    package static let goalUnliked = AuditAction("goal.like_withdrawn", Strings.fitness_audit_unliked)
    package static let goalAcknowledged = AuditAction("goal.acknowledged", Strings.fitness_audit_acknowledged)
    package static let sponsorGrouped = AuditAction("sponsor.grouped", Strings.fitness_audit_grouped)
    package static let rewardGiven = AuditAction("reward.given", Strings.fitness_audit_reward_given)
    package static let rewardDisputed = AuditAction("reward.disputed", Strings.fitness_audit_reward_disputed)
    package static let rewardDisputeWithdrawn = AuditAction(
        "reward.dispute_withdrawn", Strings.fitness_audit_dispute_withdrawn)
    package static let rewardReopened = AuditAction("reward.reopened", Strings.fitness_audit_reward_reopened)
    package static let statementMailed = AuditAction("sponsor.statement_mailed", Strings.fitness_audit_statement)
    package static let templateDeleted = AuditAction("plan_template.deleted", Strings.fitness_audit_template_deleted)

    package static let planRunPrepared = AuditAction("plan_run.prepared", Strings.fitness_audit_run_prepared)
    package static let planRunStarted = AuditAction("plan_run.started", Strings.fitness_audit_run_started)
    package static let planRunStopped = AuditAction("plan_run.stopped", Strings.fitness_audit_run_stopped)
    package static let planRunLost = AuditAction("plan_run.lost", Strings.fitness_audit_run_lost)
    package static let planRunFinished = AuditAction("plan_run.finished", Strings.fitness_audit_run_finished)
    package static let planRunUndoStarted = AuditAction("plan_run.undo_begun", Strings.fitness_audit_run_undo)
    package static let planRunUndone = AuditAction("plan_run.undone", Strings.fitness_audit_run_undone)

    /// All of them, as the feature declares them.
    package static let ofFitness: [AuditAction] = [
        .goalAdded, .goalAmended, .goalProposed, .goalWithdrawn, .goalAccepted, .goalRejected, .goalGivenUp,
        .goalWeighed, .goalTicked, .goalUnticked, .goalMoved, .goalPercentSet, .goalRuleSet, .goalPlanned,
        .goalCancelled, .goalCommented, .goalLiked, .goalAcknowledged, .sponsorGrouped,
        .statementMailed, .rewardGiven, .rewardDisputed, .rewardReopened, .templateDeleted, .planRunPrepared,
        .planRunStarted, .planRunStopped, .planRunLost, .planRunFinished, .planRunUndoStarted, .planRunUndone,
        .goalRecorded, .goalAttached, .activitiesAdded, .activityFileBegun, .goalMoveUndone,
        .activityRemoved, .goalUnliked, .rewardDisputeWithdrawn,
    ]
}

extension GoalAct {
    var action: AuditAction {
        switch self {
        case .amend: .goalAmended
        case .propose: .goalProposed
        case .withdraw: .goalWithdrawn
        case .accept: .goalAccepted
        case .reject: .goalRejected
        case .giveUp: .goalGivenUp
        case .weigh: .goalWeighed
        case .tick: .goalTicked
        case .untick: .goalUnticked
        case .move: .goalMoved
        case .record: .goalRecorded
        case .attach: .goalAttached
        case .setPercent: .goalPercentSet
        case .setRule: .goalRuleSet
        case .plan: .goalPlanned
        case .cancel: .goalCancelled
        case .comment: .goalCommented
        case .like: .goalLiked
        case .unlike: .goalUnliked
        }
    }
}

extension ObjectKind {
    package static let goal = ObjectKind("goal", Strings.fitness_goal)
    package static let sponsor = ObjectKind("sponsor", Strings.fitness_sponsor)
    package static let planRun = ObjectKind("plan_run", Strings.fitness_runs)
    package static let planTemplate = ObjectKind("plan_template", Strings.fitness_template)
}
