import Console
import HTML
import Postgres
import Templates

/// Something that happened to a goal, as its feed shows it.
struct Post: Sendable {
    /// The raw value of an act of goals or of rewards.
    let act: String
    let role: String
    /// The recipient or the sponsor; nil for admins and rules.
    let user: ID?
    let text: String
    let percent: Int?
    let wanted: ID?
    /// Of a post about a reward: whose.
    let sponsor: ID?
    /// The tracker that sent an activity, and what it was.
    let tracked: TrackedActivity?
    /// When it was done, if that was told later: the post itself has the time at which it came.
    let doneAt: Timestamp?

    static let longest = 1000
    /// Comments of one user in one goal within ten minutes. Others read what stands between them.
    static let mostComments = 40

    /// How often one user takes the same step by hand in one goal within a day: each is an entry that others read. Above what anybody does
    /// who means it, since a phone that was offline tells of months at once.
    static func mostOfDay(_ act: String) -> Int {
        if let act = GoalAct(rawValue: act) {
            switch act {
            // Half a year of a session, four meals and a recommendation a day.
            case .tick: return 1000
            // A year of mornings on the scales.
            case .weigh: return 400
            case .comment: return 300
            // By mistake, not by months.
            case .untick, .move: return 100
            case .amend, .propose, .withdraw, .accept, .reject, .giveUp, .attach: return 50
            // Trackers have a limit of their own, likes too, and the rest is the admins'.
            case .record, .like, .unlike, .setPercent, .setRule, .plan, .cancel: return 300
            }
        }
        return 20
    }

    init(
        _ act: String, by role: GoalRole, user: ID?, text: String = "", percent: Int? = nil, wanted: ID? = nil,
        sponsor: ID? = nil, tracked: TrackedActivity? = nil, doneAt: Timestamp? = nil
    ) {
        (self.tracked, self.doneAt, self.sponsor) = (tracked, doneAt, sponsor)
        (self.act, self.role, self.user) = (act, role.rawValue, user)
        (self.text, self.percent, self.wanted) = (text, percent, wanted)
    }

    /// What was done, in the past.
    static func words(_ act: String) -> StringKey {
        if let act = GoalAct(rawValue: act) {
            return switch act {
            case .amend: Strings.fitness_did_amend
            case .propose: Strings.fitness_did_propose
            case .withdraw: Strings.fitness_did_withdraw
            case .accept: Strings.fitness_did_accept
            case .reject: Strings.fitness_did_reject
            case .giveUp: Strings.fitness_did_give_up
            case .weigh: Strings.fitness_did_weigh
            case .tick: Strings.fitness_did_tick
            case .untick: Strings.fitness_did_untick
            case .move: Strings.fitness_did_move
            case .record: Strings.fitness_did_record
            case .attach: Strings.fitness_did_attach
            case .setPercent: Strings.fitness_did_set_percent
            case .setRule: Strings.fitness_did_set_rule
            case .plan: Strings.fitness_did_plan
            case .cancel: Strings.fitness_did_cancel
            case .comment: Strings.fitness_did_comment
            case .like: Strings.fitness_did_like
            case .unlike: Strings.fitness_did_unlike
            }
        }
        return switch RewardAct(rawValue: act) {
        case .give: Strings.fitness_did_give_reward
        case .dispute: Strings.fitness_did_dispute_reward
        case .withdrawDispute: Strings.fitness_did_withdraw_dispute
        case .reopen, nil: Strings.fitness_did_reopen_reward
        }
    }
}
