import HTML
import Templates

/// The role in which a step of a goal is taken.
enum GoalRole: String, CaseIterable, Sendable {
    case recipient, sponsor, admin
}

/// What can be done about a goal. The raw values are stored with the goal's posts.
enum GoalAct: String, CaseIterable, Sendable {
    case amend, propose, withdraw
    case accept, reject
    case giveUp = "give_up"
    /// What the scales show.
    case weigh
    case tick, untick, move
    /// What a tracker tells and no session was planned for.
    case record
    case setPercent = "set_percent"
    case setRule = "set_rule"
    case plan, cancel, comment, like
    /// Takes a like back.
    case unlike
    /// A file that an answer names.
    case attach
}

/// The state machine of goals, as a table: who may do what in which state, and where it leads. A step without a line is refused. A test
/// walks all states × acts × roles.
struct GoalStep: Sendable {
    enum Next: Sendable, Equatable {
        case stays
        case to(GoalState)
        /// In progress once a sponsor accepted, rejected when all did so, else proposed.
        case byAnswers
        /// Done at 100 percent, else in progress.
        case byPercent
    }

    let act: GoalAct
    let by: [GoalRole]
    let from: [GoalState]
    let next: Next

    private static func step(_ act: GoalAct, by: GoalRole..., from: [GoalState], _ next: Next) -> GoalStep {
        GoalStep(act: act, by: by, from: from, next: next)
    }

    /// What was proposed once.
    private static let shown = GoalState.allCases.filter { $0 != .draft }
    /// What sponsors see: one that every sponsor has rejected is nobody's but the recipient's.
    private static let backed = shown.filter { $0 != .rejected }

    static let table: [GoalStep] = [
        step(.amend, by: .recipient, from: [.draft, .proposed, .rejected], .stays),
        step(.propose, by: .recipient, from: [.draft, .rejected], .to(.proposed)),
        step(.withdraw, by: .recipient, from: [.draft, .proposed, .rejected], .to(.withdrawn)),
        step(.accept, by: .sponsor, from: [.proposed, .inProgress], .byAnswers),
        step(.reject, by: .sponsor, from: [.proposed, .inProgress], .byAnswers),
        step(.giveUp, by: .recipient, from: [.inProgress], .to(.givenUp)),
        step(.weigh, by: .recipient, from: [.inProgress], .byPercent),
        step(.tick, by: .recipient, from: [.inProgress], .byPercent),
        step(.untick, by: .recipient, .admin, from: [.inProgress], .byPercent),
        step(.record, by: .recipient, from: [.inProgress], .stays),
        step(.move, by: .recipient, .admin, from: [.inProgress], .stays),
        step(.setPercent, by: .admin, from: [.inProgress, .done], .byPercent),
        step(.setRule, by: .admin, from: [.inProgress], .byPercent),
        step(.plan, by: .admin, from: [.draft, .proposed, .rejected, .inProgress], .stays),
        step(.cancel, by: .admin, from: [.draft, .proposed, .rejected, .inProgress], .to(.cancelled)),
        step(.attach, by: .admin, from: [.proposed, .rejected, .inProgress], .stays),
        step(.comment, by: .recipient, .admin, from: shown, .stays),
        step(.comment, by: .sponsor, from: backed, .stays),
        step(.like, by: .recipient, from: shown, .stays), step(.like, by: .sponsor, from: backed, .stays),
        step(.unlike, by: .recipient, from: shown, .stays), step(.unlike, by: .sponsor, from: backed, .stays),
    ]

    /// The table's line, or why there is none.
    static func find(_ act: GoalAct, by role: GoalRole, in state: GoalState) throws(GoalRefusal) -> GoalStep {
        let mine = table.filter { $0.act == act && $0.by.contains(role) }
        guard !mine.isEmpty else { throw .wrongRole(act, role) }
        guard let step = mine.first(where: { $0.from.contains(state) }) else { throw .wrongState(act, state) }
        return step
    }

    /// What the goal becomes. `percent` and `answers` are as they are after the act.
    func next(of state: GoalState, percent: Int, answers: [SponsorAnswer]) -> GoalState {
        switch next {
        case .stays: state
        case .to(let next): next
        case .byPercent: percent == 100 ? .done : .inProgress
        case .byAnswers:
            answers.contains(.accepted) ? .inProgress : answers.contains(.asked) ? .proposed : .rejected
        }
    }
}

/// What a sponsor said to a goal.
enum SponsorAnswer: String, CaseIterable, Sendable {
    case asked, accepted, rejected

    var badge: StatusBadge {
        switch self {
        case .asked: StatusBadge(LocalText(Strings.fitness_answer_asked), tone: .warn)
        case .accepted: StatusBadge(LocalText(Strings.fitness_answer_accepted), tone: .good)
        case .rejected: StatusBadge(LocalText(Strings.fitness_answer_rejected), tone: .bad)
        }
    }

    /// Nobody waits any more for the answer to a goal that is over.
    func badge(of goal: GoalState) -> StatusBadge {
        self == .asked && !goal.isOpen ? StatusBadge(LocalText(Strings.fitness_answer_none), tone: .off) : badge
    }
}
