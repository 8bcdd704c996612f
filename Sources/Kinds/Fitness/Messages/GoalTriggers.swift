import Console
import HTML
import Postgres
import Templates

/// The messages to recipients, sponsors and admins about goals. Every step is in the feed; a step that a user waits for is mailed as well.
enum GoalTriggers {
    private typealias Audience = MessageTrigger.Audience

    private static let recipient = Audience(Strings.fitness_recipient) { MessageAudience.recipient($0) }
    private static let sponsors = Audience(Strings.fitness_sponsors) { MessageAudience.sponsors($0) }
    /// The sponsors whose answer the goal waits for.
    private static let asked = Audience(Strings.fitness_sponsors) { MessageAudience.asked($0) }
    /// The one whom the event names.
    private static let sponsor = Audience(Strings.fitness_sponsor) { MessageAudience.named($0) }
    private static let both = Audience(Strings.fitness_message_both) {
        "\(MessageAudience.recipient($0)) union all \(MessageAudience.sponsors($0))"
    }
    /// Whoever disputed a reward, and who owes it: an admin has decided.
    private static let settled = Audience(Strings.fitness_message_both) {
        "\(MessageAudience.recipient($0)) union all \(MessageAudience.named($0))"
    }
    private static let admins = Audience(Strings.fitness_message_admins, users: nil)

    private static func trigger(
        _ name: String, on events: [AuditAction], _ label: StringKey, to audience: MessageTrigger.Audience,
        by ways: Set<MessageTrigger.Way> = [.feed], saying act: String? = nil,
        where isMeant: @escaping @Sendable (AuditEvent) -> Bool = { _ in true }
    ) -> MessageTrigger {
        MessageTrigger(
            "message.\(name)", on: events, label: label, to: audience, by: ways, where: isMeant,
            placeholders: ["recipient", "goal", "percent", "reward"] + (act == nil ? [] : ["proposal", "comment"]),
            summary: ["recipient", "goal", "reward"] + (act == nil ? [] : ["proposed", "comment"]),
            detail: { act == nil ? "" : MessageAudience.sponsor(of: $0)?.description ?? "" },
            values: { goal, sponsor, language, tx in
                try MessageAudience.values(goal, language, saying: act, of: ID(sponsor), in: tx)
            })
    }

    /// With this answer every sponsor has rejected the goal.
    private static let isRejected: @Sendable (AuditEvent) -> Bool = { event in
        event.changes.contains { $0.field == "state" && $0.new == GoalState.rejected.rawValue }
    }

    static let all: [MessageTrigger] = [
        trigger(
            "goal_proposed", on: [.goalProposed], Strings.fitness_message_proposed, to: asked, by: [.feed, .mail]),
        trigger("goal_new", on: [.goalProposed], Strings.fitness_message_new, to: admins, by: [.home]),
        trigger("goal_amended", on: [.goalAmended], Strings.fitness_message_amended, to: asked, by: [.feed, .mail]),
        trigger("goal_withdrawn", on: [.goalWithdrawn], Strings.fitness_message_withdrawn, to: sponsors),
        trigger(
            "goal_accepted", on: [.goalAccepted], Strings.fitness_message_accepted, to: recipient, by: [.feed, .mail]),
        trigger(
            "goal_rejected", on: [.goalRejected], Strings.fitness_message_rejected, to: recipient, by: [.feed, .mail],
            saying: GoalAct.reject.rawValue, where: isRejected),
        // The goal still waits for another sponsor, or is in progress with one: there is nothing to amend.
        trigger(
            "goal_declined", on: [.goalRejected], Strings.fitness_message_declined, to: recipient, by: [.feed, .mail],
            saying: GoalAct.reject.rawValue, where: { !isRejected($0) }),
        trigger(
            "goal_given_up", on: [.goalGivenUp], Strings.fitness_message_given_up, to: sponsors, by: [.feed, .mail]),
        trigger(
            "goal_cancelled", on: [.goalCancelled], Strings.fitness_message_cancelled, to: both, by: [.feed, .mail],
            saying: GoalAct.cancel.rawValue),
        trigger("goal_ticked", on: [.goalTicked], Strings.fitness_message_ticked, to: sponsors),
        trigger("goal_unticked", on: [.goalUnticked], Strings.fitness_message_unticked, to: sponsors),
        trigger("goal_weighed", on: [.goalWeighed], Strings.fitness_message_weighed, to: sponsors),
        trigger("goal_recorded", on: [.goalRecorded], Strings.fitness_message_recorded, to: sponsors),
        trigger("goal_rule", on: [.goalRuleSet], Strings.fitness_message_rule, to: both),
        trigger("goal_attached", on: [.goalAttached], Strings.fitness_message_attached, to: both),
        trigger("goal_moved", on: [.goalMoved, .goalMoveUndone], Strings.fitness_message_moved, to: both),
        trigger("goal_planned", on: [.goalPlanned], Strings.fitness_message_planned, to: both),
        trigger("goal_percent", on: [.goalPercentSet], Strings.fitness_message_percent, to: both),
        trigger(
            "goal_done", on: [.goalTicked, .goalUnticked, .goalWeighed, .goalPercentSet, .goalRuleSet],
            Strings.fitness_message_done, to: both, by: [.feed, .mail],
            where: { event in
                event.changes.contains { $0.field == "state" && $0.new == GoalState.done.rawValue }
            }),
        trigger("goal_commented", on: [.goalCommented], Strings.fitness_message_commented, to: both),
        trigger("goal_liked", on: [.goalLiked], Strings.fitness_message_liked, to: recipient),
        trigger(
            "reward_given", on: [.rewardGiven], Strings.fitness_message_given, to: recipient, by: [.feed, .mail],
            saying: RewardAct.give.rawValue),
        trigger(
            "reward_disputed", on: [.rewardDisputed], Strings.fitness_message_disputed, to: sponsor,
            by: [.feed, .mail], saying: RewardAct.dispute.rawValue),
        trigger(
            "reward_dispute_new", on: [.rewardDisputed], Strings.fitness_message_dispute_new, to: admins, by: [.home]),
        trigger(
            "reward_dispute_withdrawn", on: [.rewardDisputeWithdrawn], Strings.fitness_message_dispute_withdrawn,
            to: sponsor, by: [.feed, .mail]),
        trigger(
            "reward_reopened", on: [.rewardReopened], Strings.fitness_message_reopened, to: settled,
            by: [.feed, .mail], saying: RewardAct.reopen.rawValue),
    ]
}

/// All SQL on the audience of a message about a goal, and on the values of a text's placeholders.
enum MessageAudience {
    static func recipient(_ event: AuditEvent) -> SQL {
        "select goals.user_id as id from fitness_goals as goals where goals.id = \(event.objectID)"
    }

    /// Returns the sponsors who see the goal: `Backing.sees`.
    static func sponsors(_ event: AuditEvent) -> SQL {
        """
        select backings.user_id as id from fitness_backings as backings
        join fitness_goals as goals on goals.id = backings.goal_id and goals.proposed_at is not null
        where backings.goal_id = \(event.objectID)
            and (backings.answer = 'accepted' or backings.answer = 'asked' and goals.state not in ('draft', 'rejected'))
        """
    }

    static func asked(_ event: AuditEvent) -> SQL {
        """
        select backings.user_id as id from fitness_backings as backings
        join fitness_goals as goals on goals.id = backings.goal_id and goals.state = 'proposed'
        where backings.goal_id = \(event.objectID) and backings.answer = 'asked'
        """
    }

    static func named(_ event: AuditEvent) -> SQL {
        return """
            select backings.user_id as id from fitness_backings as backings
            where backings.goal_id = \(event.objectID) and backings.user_id = \(sponsor(of: event))
            """
    }

    /// Whose answer or reward an event is about.
    static func sponsor(of event: AuditEvent) -> ID? {
        event.changes.first { $0.field == "sponsor" }?.new.flatMap { ID($0) }
    }

    /// Returns the values in the reader's language if the goal type has it. The percent has no sign: texts contain it. `act` is the one whose
    /// words are told, of that sponsor: what the feed has of it last.
    static func values(
        _ goal: ID, _ language: Language, saying act: String?, of sponsor: ID?, in tx: borrowing TenantTransaction
    ) throws -> [String: String] {
        guard let row = try tx.first(about(goal, in: language)) else { return [:] }
        let said = try act.flatMap { try tx.first(words(of: $0, by: sponsor, on: goal, in: language)) }
        let proposal = try said?.text("proposal") ?? ""
        return [
            "comment": try said?.text("text") ?? "", "proposal": proposal,
            // For the lines below the sentence, which have nothing around them that says what it is.
            "proposed": proposal.isEmpty ? "" : Strings.fitness_proposes(type: proposal).resolve(in: language),
            "recipient": try row.text("recipient"),
            "goal": try row.text("goal"),
            "percent": NumberStyle(language).integer(try row.int("percent")),
            "reward": try Goal.Reward(row).words(language),
        ]
    }

    private static func words(of act: String, by sponsor: ID?, on goal: ID, in language: Language) -> SQL {
        """
        select posts.text, coalesce((\(EntryNames.now("posts.wanted_id", in: language))), '') as proposal
        from fitness_posts as posts
        where posts.goal_id = \(goal) and posts.act = \(act)
            and (\(sponsor)::uuid is null or \(sponsor)::uuid in (posts.user_id, posts.sponsor_id))
        order by posts.posted_at desc, posts.id desc limit 1
        """
    }

    private static func about(_ goal: ID, in language: Language) -> SQL {
        """
        select users.name as recipient, goals.percent, goals.reward, goals.reward_minor, goals.reward_currency,
            coalesce((\(EntryNames.now("goals.entry_id", in: language))), entry.key) as goal
        from fitness_goals as goals
        join users on users.id = goals.user_id
        join catalogue_entries as entry on entry.id = goals.entry_id
        where goals.id = \(goal)
        """
    }
}
