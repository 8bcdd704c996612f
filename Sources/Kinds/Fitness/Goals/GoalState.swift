import HTML
import Templates

/// Where a goal stands.
enum GoalState: String, CaseIterable, Sendable {
    /// The recipient still fills it in; sponsors don't see it.
    case draft
    /// It waits for its sponsors.
    case proposed
    /// Every sponsor who was asked rejected it.
    case rejected
    case inProgress = "in_progress"
    case done
    /// The recipient took it back before a sponsor accepted it.
    case withdrawn
    /// The recipient ended it after a sponsor had accepted it.
    case givenUp = "given_up"
    /// An admin ended it.
    case cancelled

    /// Something can still be done about it.
    var isOpen: Bool { [.draft, .proposed, .rejected, .inProgress].contains(self) }

    var label: StringKey {
        switch self {
        case .draft: Strings.fitness_state_draft
        case .proposed: Strings.fitness_state_proposed
        case .rejected: Strings.fitness_state_rejected
        case .inProgress: Strings.fitness_state_in_progress
        case .done: Strings.fitness_state_done
        case .withdrawn: Strings.fitness_state_withdrawn
        case .givenUp: Strings.fitness_state_given_up
        case .cancelled: Strings.fitness_state_cancelled
        }
    }

    var badge: StatusBadge {
        let tone: StatusBadge.Tone =
            switch self {
            case .inProgress, .done: .good
            case .proposed: .warn
            case .rejected: .bad
            case .draft, .withdrawn, .givenUp, .cancelled: .off
            }
        return StatusBadge(LocalText(label), tone: tone)
    }
}
