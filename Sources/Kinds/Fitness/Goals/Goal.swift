import Console
import Core
import HTML
import Postgres
import Templates

/// A goal as stored, without its sponsors.
struct Goal: Sendable {
    let id: ID
    /// The recipient.
    let user: ID
    let entry: ID
    let entryVersion: Int
    /// The goal type's.
    let key: String
    var answers: FormAnswers
    var state: GoalState
    var percent: Int
    var rule: PercentRule
    let reward: Reward
    let proposedAt: Timestamp?
    let acceptedAt: Timestamp?
    let version: Int

    struct Reward: Sendable, Equatable {
        static let longest = 200

        var text = ""
        var sum: Money?

        func words(_ language: Language) -> String {
            [text, sum?.words(language) ?? ""].filter { !$0.isEmpty }.joined(in: language)
        }
    }

    init(_ row: Row) throws {
        id = try row.id("id")
        user = try row.id("user_id")
        entry = try row.id("entry_id")
        entryVersion = try row.int("entry_version")
        key = try row.text("key")
        answers = FormAnswers(stored: try row.text("answers"))
        state = GoalState(rawValue: try row.text("state")) ?? .cancelled
        percent = try row.int("percent")
        rule = PercentRule(
            kind: try row.text("rule"), start: try row.intOrNil("rule_start"), target: try row.intOrNil("rule_target"),
            isPlanWhole: try row.bool("plan_is_whole"))
        reward = Reward(
            text: try row.text("reward"),
            sum: try row.intOrNil("reward_minor").map {
                Money($0, Currency(stored: try row.textOrNil("reward_currency") ?? "EUR"))
            })
        proposedAt = try row.timeOrNil("proposed_at")
        acceptedAt = try row.timeOrNil("accepted_at")
        version = try row.int("version")
    }
}

/// A sponsor of a goal.
struct Backing: Sendable {
    /// True if the goal is there for this sponsor: they back it, or it waits for their answer. Whoever has rejected it sees nothing of it any
    /// more, and one that was amended is seen once it is proposed anew. `fitness_seen()` says the same in the database.
    func sees(_ goal: Goal) -> Bool {
        guard goal.proposedAt != nil else { return false }
        return switch answer {
        case .accepted: true
        case .asked: goal.state != .draft && goal.state != .rejected
        case .rejected: false
        }
    }

    let user: ID
    let name: String
    /// Empty if the reader must not know it.
    let email: String
    /// The sponsor's group, by its key and as it is called in all languages; empty for none.
    let group: String
    let groupNames: String?
    var answer: SponsorAnswer
    var comment: String
    /// The goal type that a rejection proposes, by its key.
    let wanted: String?
    let wantedNames: String?
    var reward: RewardState
    let rewardNote: String
    /// Why the recipient disputes the reward.
    let disputeNote: String

    init(_ row: Row) throws {
        user = try row.id("user_id")
        name = try row.text("name")
        email = try row.text("email")
        group = try row.text("group_key")
        groupNames = try row.textOrNil("group_names")
        answer = SponsorAnswer(rawValue: try row.text("answer")) ?? .asked
        comment = try row.text("comment")
        wanted = try row.textOrNil("wanted")
        wantedNames = try row.textOrNil("wanted_names")
        reward = RewardState(rawValue: try row.text("reward_state")) ?? .none
        rewardNote = try row.text("reward_note")
        disputeNote = try row.text("dispute_note")
    }
}
