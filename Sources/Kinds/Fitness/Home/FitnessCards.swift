import Console
import Core
import HTML
import Postgres
import Templates

/// What waits for admins, on the home page: goals that are new, and disputes about rewards.
struct FitnessCard: HomeCard {
    static let needs = Permission.seeFitness
    static let samples: [[HomePart]] = [
        [
            .number(Number(Strings.fitness_home_in_progress, "128")),
            .task(HomeTask(Strings.fitness_home_new(count: 3), icon: "goal", link: "/t/fitpact/fitness-goals?new=yes")),
            .task(
                HomeTask(
                    Strings.fitness_home_disputed(count: 2), icon: "tag",
                    link: "/t/fitpact/fitness-rewards?state=disputed")),
        ], [],
    ]

    let statements: [SQL] = [HomeQueries.counts]

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let row = rows[0].first else { return [] }
        let goals = actor.link(to: GoalList.list)
        var parts: [HomePart] = [
            .number(
                Number(
                    Strings.fitness_home_in_progress, NumberStyle(actor.language).integer(try row.int("in_progress"))))
        ]
        let new = try row.int("new")
        if new > 0 {
            parts.append(
                .task(
                    HomeTask(
                        Strings.fitness_home_new(count: new), icon: "goal", link: goals.with(query: [("new", "yes")]))))
        }
        let disputed = try row.int("disputed")
        if disputed > 0 {
            let rewards = actor.link(to: RewardList.list).with(query: [("state", RewardState.disputed.rawValue)])
            parts.append(
                .task(HomeTask(Strings.fitness_home_disputed(count: disputed), icon: "tag", link: rewards)))
        }
        return parts
    }
}

enum HomeQueries {
    static let counts: SQL = """
        select
            (select count(*) from fitness_goals where fitness_goals.state = 'in_progress') as in_progress,
            (select count(*) from fitness_goals where \(GoalQueries.isNew)) as new,
            (select count(*) from fitness_backings where fitness_backings.reward_state = 'disputed') as disputed
        """

    static func ofUser(_ user: ID, in language: Language) -> SQL {
        """
        select fitness_goals.id, fitness_goals.state, fitness_goals.percent, entry.key,
            (\(EntryNames.now("fitness_goals.entry_id", in: language))) as type
        from fitness_goals join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        where fitness_goals.user_id = \(user) order by fitness_goals.created_at desc, fitness_goals.id desc limit 10
        """
    }
}

/// A user's goals, on the user's page.
struct UserGoalsCard: UserCard {
    static let needs = Permission.seeFitness
    static let section = UserSection.activity
    static let samples: [any Page] = [UserGoalsPart.sample, UserGoalsPart(goals: [])]

    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        statements = [HomeQueries.ofUser(shown.id, in: actor.language)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let list = actor.link(to: GoalList.list)
        let goals = try rows[0].map { row in
            UserGoalsPart.Goal(
                type: try row.textOrNil("type") ?? row.text("key"), link: "\(list)/\(try row.id("id"))",
                state: (GoalState(rawValue: try row.text("state")) ?? .cancelled).badge,
                percent: NumberStyle(actor.language).percent(Double(try row.int("percent")) / 100))
        }
        return goals.isEmpty ? nil : UserGoalsPart(goals: goals)
    }
}
