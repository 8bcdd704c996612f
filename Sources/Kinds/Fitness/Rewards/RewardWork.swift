import Console
import HTML
import Postgres
import Templates
import Web

enum RewardQueries {
    /// Finds the goal and the sponsor of a reward. The goal is locked, not the reward.
    static func goal(of reward: ID) -> SQL {
        "select backings.goal_id, backings.user_id from fitness_backings as backings where backings.id = \(reward)"
    }

    /// Keeps the recipient's reason of a dispute beside what the others note, and the last note when nothing is typed.
    static func set(_ goal: ID, _ user: ID, _ act: RewardAct, _ state: RewardState, note: String, now: Timestamp) -> SQL
    {
        // What the recipient no longer disputes was given when its sponsor said so.
        let given: SQL =
            switch (state, act) {
            case (.given, .withdrawDispute): "coalesce(fitness_backings.given_at, \(now))"
            case (.given, _): "\(now)::timestamptz"
            case (.due, _): "null::timestamptz"
            default: "fitness_backings.given_at"
            }
        return """
            update fitness_backings set reward_state = \(state.rawValue),
                reward_note = case when \(act.rawValue)::text = 'dispute_reward' or \(note)::text = '' then fitness_backings.reward_note else \(note) end,
                dispute_note = case when \(act.rawValue)::text = 'dispute_reward' then \(note) else fitness_backings.dispute_note end,
                given_at = \(given), reward_steps = fitness_backings.reward_steps || \(step("\(state.rawValue)", due: "fitness_backings.due_at", given, now))
            where fitness_backings.goal_id = \(goal) and fitness_backings.user_id = \(user)
            """
    }

    /// A step, as `reward_steps` keeps it: when it was taken, where it led, and since when the reward was due and given then. All of them
    /// are of the row as it becomes.
    static func step(_ state: SQL, due: SQL, _ given: SQL, _ now: Timestamp) -> SQL {
        "jsonb_build_object('at', \(now)::timestamptz, 'state', \(state)::text, 'due', \(due), 'given', \(given))"
    }

    static func one(_ id: ID, zone: String) -> SQL {
        """
        select backings.goal_id, backings.user_id, sponsors.name as sponsor, sponsors.email as sponsor_email,
            recipients.name as recipient, recipients.email, backings.reward_state, backings.reward_note, backings.dispute_note,
            fitness_goals.user_id as recipient_id,
            fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency,
            backings.due_at at time zone \(zone) as due, backings.given_at at time zone \(zone) as given
        from fitness_backings as backings join fitness_goals on fitness_goals.id = backings.goal_id
        join users as sponsors on sponsors.id = backings.user_id
        join users as recipients on recipients.id = fitness_goals.user_id
        where backings.id = \(id) and backings.reward_state <> 'none'
        """
    }
}

extension GoalWork {
    /// Takes the step of a reward if its table has it, posts it, and returns its event. A refused step throws a problem for programs.
    mutating func take(
        _ act: RewardAct, of sponsor: ID, note: String, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> AuditEvent {
        guard let backing = sponsors.first(where: { $0.user == sponsor }) else { throw ServiceProblem.notFound }
        let step: RewardStep
        do {
            step = try RewardStep.find(act, by: role, in: backing.reward)
        } catch {
            throw role == .admin ? error as any Error : error.problem
        }
        try tx.execute(RewardQueries.set(goal.id, sponsor, act, step.next, note: note, now: now))
        let post = Post(act.rawValue, by: role, user: user, text: note, sponsor: sponsor)
        try mayPost(post, in: tx, now: now)
        try tx.execute(PostQueries.add(post, to: goal.id, tenant: tx.tenant, now: now))
        var changes: [AuditEvent.Change] = [
            .init("reward_state", old: backing.reward.rawValue, new: step.next.rawValue),
            .init("sponsor", new: sponsor.description),
        ]
        if !note.isEmpty { changes.append(.init("text", new: note, isPersonal: true)) }
        return event(act.action, changes)
    }
}

extension GoalWork {
    /// The same for a page: where the step is refused, the reward is as it was before for what reads it then.
    mutating func tried(
        _ act: RewardAct, of sponsor: ID, note: String, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> AuditEvent {
        var work = self
        let event = try tx.undoing { tx in try work.take(act, of: sponsor, note: note, in: tx, now: now) }
        self = work
        return event
    }
}

/// One reward, with what can be done about it.
struct ShowReward: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("reward") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        let made = try RewardPageMaker(id).page(in: tx, by: actor, services)
        return (
            made.page,
            AuditEvent(.userViewed, on: .user, made.recipient, changes: [.init("list", new: RewardList.list.path)])
        )
    }
}

struct RewardPageMaker {
    private let id: ID
    private let typed: String
    private let error: LocalText?
    private let refused: LocalText?

    init(_ id: ID, typed: String = "", error: LocalText? = nil, refused: LocalText? = nil) {
        (self.id, self.typed, self.error, self.refused) = (id, typed, error, refused)
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (
        page: RewardPage, recipient: ID
    ) {
        guard let row = try tx.first(RewardQueries.one(id, zone: actor.tenant.zone)) else { throw Refusal.notFound }
        let language = actor.language
        let (list, here): (Link, Link) = (
            actor.link(to: RewardList.list), "\(actor.link(to: RewardList.list))/\(id)"
        )
        let state = RewardState(rawValue: try row.text("reward_state")) ?? .none
        func day(_ column: Int64?) -> String {
            column.map { DateStyle(language).date(LocalTime(microseconds: Int($0))) } ?? ""
        }
        func name(_ name: String, _ email: String) -> String { UserName.shown(name, email, language) }
        let sponsor = name(try row.text("sponsor"), try row.text("sponsor_email"))
        let recipient = name(try row.text("recipient"), try row.text("email"))
        let acts: [(act: RewardAct, label: StringKey)] = [
            (.give, Strings.fitness_reward_give), (.reopen, Strings.fitness_reward_reopen),
        ]
        let possible = acts.filter { (try? RewardStep.find($0.act, by: .admin, in: state)) != nil }
        let (reward, user) = (try Goal.Reward(row), try row.id("user_id"))
        let title = Strings.fitness_reward_of(sponsor: sponsor, recipient: recipient)
        let page = RewardPage(
            // Where nothing can be done any more there is no form, and a refused note begins the page.
            frame: (possible.isEmpty ? actor.givingBack([(Strings.fitness_note, typed)]) : actor).frame(
                title, services, current: RewardList.list.path, crumb: (LocalText(Strings.fitness_rewards), list)),
            title: title, state: state.badge,
            facts: [
                Fact(LocalText(Strings.fitness_reward), reward.words(language)),
                Fact(LocalText(Strings.fitness_due_since), day(try row.localTimeOrNil("due"))),
                Fact(LocalText(Strings.fitness_given_at), day(try row.localTimeOrNil("given"))),
                Fact(LocalText(Strings.fitness_reward_dispute_note), try row.text("dispute_note")),
                Fact(LocalText(Strings.fitness_reward_note), try row.text("reward_note")),
            ],
            goal: "\(actor.link(to: GoalList.list))/\(try row.id("goal_id"))",
            sponsor: "\(actor.link(to: SponsorList.list))/\(user)",
            statement: ShowStatement.link(actor, of: user),
            form: actor.may(.editFitness) && !possible.isEmpty
                ? .init(
                    action: "\(here)/\(possible[0].act.path)",
                    note: Field(
                        "note", label: LocalText(Strings.fitness_note), value: typed, error: error),
                    acts: possible.map { .init(action: "\(here)/\($0.act.path)", label: LocalText($0.label)) }) : nil,
            refused: refused)
        return (page, try row.id("recipient_id"))
    }
}

extension RewardAct {
    /// The last part of its address in the console.
    var path: String {
        switch self {
        case .give: "gift"
        case .reopen: "reopening"
        case .dispute, .withdrawDispute: "dispute"
        }
    }

    var action: AuditAction {
        switch self {
        case .give: .rewardGiven
        case .dispute: .rewardDisputed
        case .withdrawDispute: .rewardDisputeWithdrawn
        case .reopen: .rewardReopened
        }
    }
}

protocol RewardChange: Changing {
    static var act: RewardAct { get }
    var id: ID { get }
    var note: String { get }
}

extension RewardChange {
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(RewardQueries.goal(of: id)) else { throw Refusal.notFound }
        var work = try GoalWork.open(try row.id("goal_id"), in: tx)
        if let fault = GoalText.fault(note, isRequired: false) {
            throw Refusal.form(
                try RewardPageMaker(id, typed: note, error: fault)
                    .page(in: tx, by: actor, services).page)
        }
        do {
            let sponsor = try row.id("user_id")
            let event = try work.tried(Self.act, of: sponsor, note: note, in: tx, now: actor.now)
            return Change(
                event, next: .to("\(actor.link(to: RewardList.list))/\(id)", flash: Strings.fitness_reward_saved))
        } catch let refusal as GoalRefusal {
            throw Refusal.form(
                try RewardPageMaker(id, typed: note, refused: refusal.text).page(in: tx, by: actor, services).page)
        }
    }
}

/// An admin records that a sponsor without the app gave the reward, or that a dispute ended so.
struct GiveReward: RewardChange {
    static let act = RewardAct.give
    let id: ID
    let note: String

    init(_ request: WebRequest) throws {
        id = try request.id("reward")
        note = request.form.trimmed("note") ?? ""
    }
}

struct ReopenReward: RewardChange {
    static let act = RewardAct.reopen
    let id: ID
    let note: String

    init(_ request: WebRequest) throws {
        id = try request.id("reward")
        note = request.form.trimmed("note") ?? ""
    }
}
