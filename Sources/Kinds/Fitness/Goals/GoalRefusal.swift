import Console
import HTML
import Templates

/// Why a step was not taken.
enum GoalRefusal: Error, Sendable, Equatable {
    case wrongRole(GoalAct, GoalRole)
    case wrongState(GoalAct, GoalState)
    /// A goal is proposed to somebody.
    case noSponsors
    /// The sponsor has accepted or rejected it before.
    case answeredAlready
    /// The recipient has another goal in progress.
    case anotherInProgress
    /// The percent is found by another rule.
    case wrongRule
    /// A sponsor has given the reward, or the recipient disputes it: done stays done.
    case rewardSettled
    case reward(RewardAct, RewardState)
    case rewardRole(RewardAct, GoalRole)
    case sessionTicked
    case outsideWeek
    /// Another device, or an admin, has moved the session to that day since the app showed it.
    case sessionMoved(String)
    /// A session that lies ahead would come to lie in the past.
    case intoPast
    /// What is planned for a day is done from that day on, where the user is.
    case dayNotBegun

    /// The problem that programs get.
    var problem: ServiceProblem {
        switch self {
        case .wrongRole(let act, let role):
            Self.notYours(GoalStep.table.filter { $0.act == act }.flatMap { $0.by }, role)
        case .rewardRole(let act, let role):
            Self.notYours(RewardStep.table.filter { $0.act == act }.flatMap { $0.by }, role)
        case .wrongState(let act, let state):
            .refused(
                type: "step-not-now", title: "Not in this state",
                detail: "The goal \(state.said), so \(act.refused).")
        case .noSponsors:
            .refused(
                type: "no-sponsors", title: "No sponsors", detail: "The goal names no sponsor to whom it is proposed.")
        case .answeredAlready:
            .refused(
                type: "answered-already", title: "Answered already",
                detail: "This sponsor has accepted or rejected the goal before.")
        case .anotherInProgress:
            .refused(
                type: "another-goal-in-progress", title: "Another goal in progress",
                detail: "The recipient has another goal in progress, which must end first.")
        case .wrongRule:
            .refused(
                type: "other-percent-rule", title: "Other rule",
                detail: "The percent of this goal does not follow from the weight.")
        case .rewardSettled:
            .refused(
                type: "reward-settled", title: "Reward settled",
                detail: "A reward of this goal is given or disputed, so it stays done.")
        case .reward(let act, let state):
            .refused(
                type: "reward-not-now", title: "Not in this state",
                detail: "The reward \(state.said), so \(act.refused).")
        case .sessionTicked:
            .refused(type: "session-ticked", title: "Session ticked", detail: "A session that is done is not moved.")
        case .sessionMoved(let day):
            .refused(
                type: "session-moved", title: "Session moved meanwhile",
                detail:
                    "The session was moved since it was shown, and lies on \(day) now. Get the plan, and decide anew.")
        case .outsideWeek:
            .refused(
                type: "outside-week", title: "Outside the week", detail: "A session is moved within its own week only.")
        case .intoPast:
            .refused(
                type: "into-the-past", title: "Into the past",
                detail: "A session that lies ahead is not moved to a day that is over.")
        case .dayNotBegun:
            .refused(
                type: "day-not-begun", title: "Day not begun",
                detail:
                    "What is planned for a day is ticked from that day on: this day has not begun yet in the user's time zone."
            )
        }
    }

    /// For programs: `takers` are whose step it is.
    private static func notYours(_ takers: [GoalRole], _ role: GoalRole) -> ServiceProblem {
        let roles = GoalRole.allCases.filter(takers.contains).map(\.said).joined(separator: " or ")
        return .refused(
            type: "step-not-yours", title: "Not this role's step",
            detail: "Only \(roles) can do that, and the caller is \(role.said).")
    }

    /// The message that admins read.
    var text: LocalText {
        switch self {
        case .wrongRole, .rewardRole: LocalText(Strings.fitness_refused_role)
        case .wrongState(_, let state): Strings.fitness_refused_state(state: state.label)
        case .noSponsors: LocalText(Strings.fitness_refused_sponsors)
        case .answeredAlready: LocalText(Strings.fitness_refused_answered)
        case .anotherInProgress: LocalText(Strings.fitness_refused_another)
        case .wrongRule: LocalText(Strings.fitness_refused_rule)
        case .rewardSettled: LocalText(Strings.fitness_refused_settled)
        case .sessionTicked: LocalText(Strings.fitness_refused_ticked)
        case .sessionMoved(let day):
            Strings.fitness_session_moved_meanwhile(day: day)
        case .outsideWeek: LocalText(Strings.fitness_refused_week)
        case .intoPast: LocalText(Strings.fitness_refused_past)
        case .dayNotBegun: LocalText(Strings.fitness_refused_not_begun)
        case .reward(_, let state): Strings.fitness_refused_reward(state: state.label)
        }
    }
}

/// What a refusal says to programs, in English as all their problems: never the stored words.
extension GoalRole {
    fileprivate var said: String {
        switch self {
        case .recipient: "the goal's recipient"
        case .sponsor: "one of its sponsors"
        case .admin: "an admin"
        }
    }
}

extension GoalState {
    fileprivate var said: String {
        switch self {
        case .draft: "is a draft"
        case .proposed: "is proposed"
        case .rejected: "is rejected"
        case .inProgress: "is in progress"
        case .done: "is done"
        case .withdrawn: "was withdrawn"
        case .givenUp: "was given up"
        case .cancelled: "was cancelled"
        }
    }
}

extension GoalAct {
    fileprivate var refused: String {
        switch self {
        case .amend: "it can't be amended"
        case .propose: "it can't be proposed"
        case .withdraw: "it can't be withdrawn"
        case .accept: "it can't be accepted"
        case .reject: "it can't be rejected"
        case .giveUp: "it can't be given up"
        case .weigh: "no weight can be recorded for it"
        case .tick: "nothing of it can be ticked"
        case .untick: "no tick can be taken back"
        case .move: "no session of it can be moved"
        case .record: "no activity can be recorded for it"
        case .setPercent: "its percent can't be set"
        case .setRule: "its rule can't be changed"
        case .plan: "its plan can't be changed"
        case .cancel: "it can't be cancelled"
        case .comment: "nobody can comment on it"
        case .like, .unlike: "nothing of it can be liked"
        case .attach: "no file can be attached to it"
        }
    }
}

extension RewardState {
    fileprivate var said: String {
        switch self {
        case .none: "is not promised"
        case .promised: "is promised and not due yet"
        case .due: "is due and not given yet"
        case .given: "was given"
        case .disputed: "is disputed"
        }
    }
}

extension RewardAct {
    fileprivate var refused: String {
        switch self {
        case .give: "it can't be given now"
        case .dispute: "it can't be disputed"
        case .withdrawDispute: "there is no dispute to take back"
        case .reopen: "it can't be made due again"
        }
    }
}
