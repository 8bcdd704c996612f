import Console
import Core
import HTML
import Postgres

/// A goal that is locked while a step is taken: the only place that changes goals, for apps and for the console.
struct GoalWork {
    private(set) var goal: Goal
    private(set) var sponsors: [Backing]
    /// The user who acts; nil for an admin.
    let user: ID?
    let role: GoalRole
    /// True if the last step is part of an entry that the feed had already.
    private(set) var hasGathered = false

    /// Locks the goal for its recipient or one of its sponsors. For any other user it is not found.
    static func open(_ id: ID, by user: ID, in tx: borrowing TenantTransaction) throws -> GoalWork {
        guard let row = try tx.first(GoalQueries.lock(id)) else { throw ServiceProblem.notFound }
        let goal = try Goal(row)
        let sponsors = try tx.rows(GoalQueries.backings(of: [id])).map { try Backing($0) }
        let role: GoalRole
        if goal.user == user {
            role = .recipient
        } else if sponsors.contains(where: { $0.user == user && $0.sees(goal) }) {
            role = .sponsor
        } else {
            throw ServiceProblem.notFound
        }
        return GoalWork(goal, sponsors, user: user, role: role)
    }

    /// Locks the goal for an admin.
    static func open(_ id: ID, in tx: borrowing TenantTransaction) throws -> GoalWork {
        guard let row = try tx.first(GoalQueries.lock(id)) else { throw Refusal.notFound }
        let sponsors = try tx.rows(GoalQueries.backings(of: [id])).map { try Backing($0) }
        return GoalWork(try Goal(row), sponsors, user: nil, role: .admin)
    }

    private init(_ goal: Goal, _ sponsors: [Backing], user: ID?, role: GoalRole) {
        (self.goal, self.sponsors, self.user, self.role) = (goal, sponsors, user, role)
    }

    /// What an act brings with it.
    struct Details {
        var text = ""
        /// The new percent, by hand.
        var percent: Int?
        var rule: PercentRule?
        /// What a sponsor would rather have.
        var wanted: ID?
        var draft: GoalDraft.Checked?
        var weight: (day: String, grams: Int)?
        /// The answers after a file was replaced, and all files that they name.
        var answers: (all: FormAnswers, files: [ID])?
        /// The tracker that sent the activity, and what it was.
        var tracked: TrackedActivity?
        /// When it was done, if that is told later.
        var doneAt: Timestamp?
        /// What the audit trail records of the act besides.
        var recorded: [AuditEvent.Change] = []
    }

    /// Refuses what the table does not have, before anything is changed.
    func check(_ act: GoalAct) throws {
        do {
            _ = try GoalStep.find(act, by: role, in: goal.state)
        } catch {
            throw role == .admin ? error as any Error : error.problem
        }
    }

    /// Takes the step if the table has it, posts it, and returns its event. A refused step throws a problem for programs, a refusal for admins.
    mutating func take(
        _ act: GoalAct, _ details: Details = Details(), in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> AuditEvent {
        do {
            return try perform(act, details, in: tx, now: now)
        } catch let refusal as GoalRefusal where role != .admin {
            throw refusal.problem
        }
    }

    /// The same for a page: where the step is refused, the goal is as it was before for what reads it then.
    mutating func tried(
        _ act: GoalAct, _ details: Details = Details(), in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> AuditEvent {
        var work = self
        let event = try tx.undoing { tx in try work.take(act, details, in: tx, now: now) }
        self = work
        return event
    }

    private mutating func perform(
        _ act: GoalAct, _ details: Details, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> AuditEvent {
        let step = try GoalStep.find(act, by: role, in: goal.state)
        let old = goal
        var changes: [AuditEvent.Change] = []
        switch act {
        case .amend:
            guard let draft = details.draft else { break }
            try tx.execute(GoalQueries.amend(goal.id, draft, now: now))
            try GoalFiles.name(draft.files, in: goal.id, tx)
            try setSponsors(draft.sponsors, in: tx)
            if draft.entry != goal.entry, let row = try tx.first(GoalQueries.one(goal.id)) {
                changes.append(.init("type", old: goal.key, new: try Goal(row).key))
            }
            changes += draft.answers.changes(from: goal.answers)
            changes += Self.reward(from: goal.reward, to: draft.reward)
        case .propose:
            guard !sponsors.isEmpty else { throw GoalRefusal.noSponsors }
            try tx.execute(GoalQueries.askAgain(of: goal.id))
            for index in sponsors.indices { sponsors[index].answer = .asked }
        case .accept: try answer(.accepted, details, in: tx, now: now)
        case .reject: try answer(.rejected, details, in: tx, now: now)
        case .weigh:
            guard case .weight = goal.rule, let weight = details.weight else { throw GoalRefusal.wrongRule }
            try tx.execute(
                GoalQueries.weigh(goal.id, of: goal.user, tenant: tx.tenant, day: weight.day, grams: weight.grams))
            try count(in: tx, now: now)
        case .tick, .untick: try count(in: tx, now: now)
        case .attach:
            guard let answers = details.answers else { break }
            try tx.execute(GoalQueries.answer(goal.id, answers.all, now: now))
            try GoalFiles.name(answers.files, in: goal.id, tx)
            changes += answers.all.changes(from: goal.answers)
            goal.answers = answers.all
        case .setPercent: goal.percent = details.percent ?? goal.percent
        case .setRule:
            goal.rule = details.rule ?? goal.rule
            try count(in: tx, now: now)
        case .plan:
            try count(in: tx, now: now)
            // A plan that grows shorter makes nothing done by itself.
            if goal.state == .inProgress { goal.percent = min(goal.percent, max(old.percent, 99)) }
        case .withdraw, .cancel:
            if old.state == .rejected {
                try tx.execute(GoalQueries.removeUnasked(of: goal.id))
                sponsors.removeAll { $0.answer == .asked }
            }
        case .giveUp, .move, .record, .comment, .like, .unlike: break
        }
        goal.state = step.next(of: goal.state, percent: goal.percent, answers: sponsors.map(\.answer))
        if goal.state != old.state || goal.percent != old.percent || goal.rule != old.rule {
            try save(from: old, in: tx, now: now)
        } else if act == .accept {
            // The goal is in progress already, and one more sponsor promises its reward.
            try setRewards(in: tx, now: now)
        }
        let post = Post(
            act.rawValue, by: role, user: user, text: details.text,
            percent: goal.percent != old.percent ? goal.percent : nil, wanted: details.wanted, tracked: details.tracked,
            doneAt: details.doneAt)
        // A like belongs to its post. A plan is written session by session: the feed says once a day that it changed.
        // Trackers tell of every walk: of a day the feed has one entry with all of them.
        hasGathered =
            try act == .record
            && tx.execute(PostQueries.gather(post, to: goal.id, by: user, now: now)) > 0
        if try act != .like && act != .unlike && !hasGathered
            && (act != .plan || tx.first(PostQueries.plannedLately(goal.id, now: now)) == nil)
        {
            try mayPost(post, in: tx, now: now)
            try tx.execute(PostQueries.add(post, to: goal.id, tenant: tx.tenant, now: now))
        }
        changes += details.recorded
        changes += self.changes(from: old)
        if !details.text.isEmpty { changes.append(.init("text", new: details.text, isPersonal: true)) }
        if role == .sponsor, let user { changes.append(.init("sponsor", new: user.description)) }
        return event(act.action, changes)
    }

    /// Nobody floods the feed of others by hand; what trackers tell has a limit of its own.
    func mayPost(_ post: Post, in tx: borrowing TenantTransaction, now: Timestamp) throws {
        guard let user, post.tracked == nil,
            let counts = try tx.first(PostQueries.counts(of: post.act, by: user, in: goal.id, now: now))
        else { return }
        func refuse(_ most: Int, _ words: String, until oldest: Timestamp?, in seconds: Int64) -> ServiceProblem {
            let left = (oldest ?? now).adding(seconds: seconds).seconds - now.seconds
            return .tooManyOfKind(
                "A user takes the step \(post.act) in one goal at most \(most) times \(words). Wait as many seconds as Retry-After says.",
                retryAfterSeconds: Int(min(seconds, max(1, left))))
        }
        if try post.act == GoalAct.comment.rawValue && counts.int("lately") >= Post.mostComments {
            throw refuse(
                Post.mostComments, "within ten minutes", until: try counts.timeOrNil("oldest_lately"), in: 600)
        }
        let most = Post.mostOfDay(post.act)
        if try counts.int("n") >= most {
            throw refuse(most, "within a day", until: try counts.timeOrNil("oldest"), in: 86_400)
        }
    }

    private mutating func answer(
        _ answer: SponsorAnswer, _ details: Details, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws {
        guard let user, let index = sponsors.firstIndex(where: { $0.user == user }) else {
            throw ServiceProblem.notFound
        }
        guard sponsors[index].answer == .asked else { throw GoalRefusal.answeredAlready }
        sponsors[index].answer = answer
        try tx.execute(
            GoalQueries.answer(
                goal.id, by: user, answer, comment: details.text, wanted: details.wanted, now: now))
    }

    /// Every named sponsor is asked again: an earlier answer was to other terms.
    private mutating func setSponsors(_ ids: [ID], in tx: borrowing TenantTransaction) throws {
        try tx.execute(GoalQueries.removeSponsors(of: goal.id, except: ids))
        try tx.execute(GoalQueries.ask(ids, goal: goal.id, tenant: tx.tenant))
        sponsors = try tx.rows(GoalQueries.backings(of: [goal.id])).map { try Backing($0) }
    }

    /// The percent by the rule, where it says something.
    private mutating func count(in tx: borrowing TenantTransaction, now: Timestamp) throws {
        goal.percent = try percent(by: goal.rule, in: tx, now: now) ?? goal.percent
    }

    /// What a rule gives now; nil where it says nothing.
    func percent(by rule: PercentRule, in tx: borrowing TenantTransaction, now: Timestamp) throws -> Int? {
        try tx.first(GoalQueries.progress(of: goal.id, now: now)).flatMap { rule.percent(try PercentRule.Progress($0)) }
    }

    private mutating func save(from old: Goal, in tx: borrowing TenantTransaction, now: Timestamp) throws {
        if goal.state == .inProgress, old.state != .inProgress {
            try tx.execute(GoalQueries.lockRecipient(goal.user))
            guard try tx.first(GoalQueries.another(inProgressOf: goal.user, than: goal.id)) == nil else {
                throw GoalRefusal.anotherInProgress
            }
        }
        if old.state == .done, goal.state != .done,
            sponsors.contains(where: { $0.reward == .given || $0.reward == .disputed })
        {
            throw GoalRefusal.rewardSettled
        }
        do {
            try tx.execute(GoalQueries.save(goal, now: now))
        } catch {
            // A sponsor neither sees the recipient's other goals nor can lock their row: then the index decides.
            throw error.violates(unique: "fitness_goals_in_progress")
                ? GoalRefusal.anotherInProgress as any Error : error
        }
        try setRewards(in: tx, now: now)
    }

    /// Each sponsor owes what follows from their answer and from the goal's state.
    private mutating func setRewards(in tx: borrowing TenantTransaction, now: Timestamp) throws {
        for index in sponsors.indices {
            sponsors[index].reward = sponsors[index].reward.after(goal.state, sponsors[index].answer)
        }
        try tx.execute(
            GoalQueries.setRewards(of: goal.id, sponsors.map { ($0.user, $0.reward) }, now: now))
    }

    /// The user's own key seals what they wrote, and the audit trail names a user as the subject alone. An admin's act is about the
    /// recipient.
    func event(_ action: AuditAction, _ changes: [AuditEvent.Change]) -> AuditEvent {
        AuditEvent(action, on: .goal, goal.id, subject: user ?? goal.user, changes: changes)
    }

    /// The changes that the audit trail records.
    private func changes(from old: Goal) -> [AuditEvent.Change] {
        [
            ("state", old.state.rawValue, goal.state.rawValue), ("percent", String(old.percent), String(goal.percent)),
            ("rule", old.rule.kind.rawValue, goal.rule.kind.rawValue),
            ("plan_is_whole", old.rule.isPlanWhole ? "yes" : "no", goal.rule.isPlanWhole ? "yes" : "no"),
        ].filter { $0.1 != $0.2 }.map { .init($0.0, old: $0.1, new: $0.2) }
    }

    /// What is promised, as the audit trail records it; `old` is nil for a goal that is new.
    static func reward(from old: Goal.Reward?, to new: Goal.Reward) -> [AuditEvent.Change] {
        old ?? Goal.Reward() == new
            ? [] : [.init("reward", old: old?.words(.en), new: new.words(.en), isPersonal: true)]
    }
}
