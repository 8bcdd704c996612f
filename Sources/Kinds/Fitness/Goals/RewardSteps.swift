import HTML
import Templates

/// What a sponsor owes for a goal. Money itself is paid outside of Roost.
enum RewardState: String, CaseIterable, Sendable {
    case none
    /// The sponsor accepted the goal.
    case promised
    /// The goal is done.
    case due
    case given
    /// It was recorded as given, and the recipient says that it did not come, or not as promised.
    case disputed

    var label: StringKey {
        switch self {
        case .none: Strings.fitness_reward_none
        case .promised: Strings.fitness_reward_promised
        case .due: Strings.fitness_reward_due
        case .given: Strings.fitness_reward_given
        case .disputed: Strings.fitness_reward_disputed
        }
    }

    var badge: StatusBadge {
        let tone: StatusBadge.Tone =
            switch self {
            case .none, .promised: .off
            case .due: .warn
            case .given: .good
            case .disputed: .bad
            }
        return StatusBadge(LocalText(label), tone: tone)
    }
}

/// What can be done about a reward. The raw values are stored with the goal's posts.
enum RewardAct: String, CaseIterable, Sendable {
    case give = "give_reward"
    case dispute = "dispute_reward"
    /// The recipient takes the dispute back: it was given.
    case withdrawDispute = "withdraw_dispute"
    /// An admin takes the dispute back: it is due again.
    case reopen = "reopen_reward"
}

/// The state machine of rewards, as a table. Goals make them promised, due and none: `RewardState.after`.
struct RewardStep: Sendable {
    let act: RewardAct
    let by: [GoalRole]
    let from: [RewardState]
    let next: RewardState

    static let table = [
        // A sponsor who gives once more what is disputed ends the dispute, as an admin does.
        RewardStep(act: .give, by: [.sponsor, .admin], from: [.due, .disputed], next: .given),
        // What was not given can't have been given otherwise than promised.
        RewardStep(act: .dispute, by: [.recipient], from: [.given], next: .disputed),
        RewardStep(act: .withdrawDispute, by: [.recipient], from: [.disputed], next: .given),
        RewardStep(act: .reopen, by: [.admin], from: [.disputed, .given], next: .due),
    ]

    static func find(_ act: RewardAct, by role: GoalRole, in state: RewardState) throws(GoalRefusal) -> RewardStep {
        let mine = table.filter { $0.act == act && $0.by.contains(role) }
        guard !mine.isEmpty else { throw .rewardRole(act, role) }
        guard let step = mine.first(where: { $0.from.contains(state) }) else { throw .reward(act, state) }
        return step
    }
}

extension RewardState {
    /// What a reward becomes when its goal has come to a state.
    func after(_ goal: GoalState, _ answer: SponsorAnswer) -> RewardState {
        guard answer == .accepted else { return .none }
        return switch (goal, self) {
        case (.inProgress, _): .promised
        case (.done, .none), (.done, .promised): .due
        case (.done, _): self
        default: .none
        }
    }
}
