import Console
import Core
import HTML
import Postgres
import Templates

/// All goals of recipients, by state, type, sponsor, group and percent.
package enum GoalList: DeclaredList {
    package static let list: ListDeclaration = ListDeclaration(
        "fitness-goals", title: Strings.fitness_goals, icon: "goal",
        from: """
            fitness_goals join users on users.id = fitness_goals.user_id
            join catalogue_entries as entry on entry.id = fitness_goals.entry_id
            """,
        countedFrom: "fitness_goals", key: "fitness_goals.id",
        select: """
            fitness_goals.id, users.name, users.email, entry.key, fitness_goals.state, fitness_goals.percent, fitness_goals.reward,
            fitness_goals.reward_minor, fitness_goals.reward_currency,
            fitness_goals.changed_at at time zone current_setting('roost.zone') as changed,
            (select string_agg(coalesce(nullif(sponsors.name, ''), sponsors.email), ', ' order by sponsors.name collate "und-x-icu")
                from fitness_backings as backings join users as sponsors on sponsors.id = backings.user_id
                where backings.goal_id = fitness_goals.id and not \(UserName.isErased("sponsors.email"))) as sponsors,
            (\(EntryNames.all("fitness_goals.entry_id"))) as names
            """,
        search: .init(Strings.fitness_goals_search) { text in
            "fitness_goals.user_id in (select matching.id from find_users(\([LikePattern.anywhere(text)]), 1000000) as matching (id))"
        },
        head: ListColumn("recipient", Strings.fitness_recipient) { _, _ in .text("") },
        columns: [
            ListColumn("type", Strings.fitness_type) { row, actor in
                .text(EntryNames.words(try row.textOrNil("names"), key: try row.text("key"), actor))
            },
            ListColumn("state", Strings.fitness_state) { row, _ in
                .badge((GoalState(rawValue: try row.text("state")) ?? .cancelled).badge)
            },
            ListColumn(
                "percent", Strings.fitness_percent, isNumber: true, saysLabel: true, sort: "fitness_goals.percent",
                fallsFirst: true
            ) { row, actor in
                .text(NumberStyle(actor.language).percent(Double(try row.int("percent")) / 100))
            },
            ListColumn("sponsors", Strings.fitness_sponsors, isLess: true, saysLabel: true) { row, _ in
                .text(try row.textOrNil("sponsors") ?? "")
            },
            ListColumn("reward", Strings.fitness_reward, isLess: true, saysLabel: true) { row, actor in
                .text(
                    Goal.Reward(
                        text: try row.text("reward"),
                        sum: try row.intOrNil("reward_minor").map {
                            Money($0, Currency(stored: try row.textOrNil("reward_currency") ?? "EUR"))
                        }
                    ).words(actor.language))
            },
            ListColumn(
                "changed", Strings.fitness_changed, isNumber: true, isLess: true, sort: "fitness_goals.changed_at",
                fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("changed")))))
            },
        ],
        filters: [
            ListFilter("state", Strings.fitness_state) { actor in
                GoalState.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                GoalState(rawValue: value).map { "fitness_goals.state = \($0.rawValue)" }
            },
            ListFilter("type", Strings.fitness_type, foundFor: EntryNames.choices(Goals.catalogue.path)) { value, _ in
                """
                fitness_goals.entry_id = (select chosen.id from catalogue_entries as chosen
                    where chosen.catalogue = \(Goals.catalogue.path) and chosen.key = \(value))
                """
            },
            ListFilter("sponsor", Strings.fitness_sponsor, found: SponsorQueries.choices) { value, _ in
                ID(value).map {
                    "fitness_goals.id in (select backings.goal_id from fitness_backings as backings where backings.user_id = \($0))"
                }
            },
            ListFilter("group", Strings.fitness_group, foundFor: EntryNames.choices(Categories.catalogue.path)) {
                value, _ in
                """
                fitness_goals.id in (select backings.goal_id from fitness_backings as backings
                    join fitness_group_members as members on members.user_id = backings.user_id
                    join catalogue_entries as chosen on chosen.id = members.group_id
                    where chosen.catalogue = \(Categories.catalogue.path) and chosen.key = \(value))
                """
            },
            ListFilter("percent", Strings.fitness_percent) { actor in
                let style = NumberStyle(actor.language)
                return bounds.map { least, most in
                    let words = least == most ? style.integer(least) : "\(style.integer(least))–\(style.integer(most))"
                    return (String(least), "\(words)\u{A0}%")
                }
            } condition: { value, _ in
                bounds.first(where: { String($0.least) == value }).map {
                    "fitness_goals.percent between \($0.least) and \($0.most)"
                }
            },
            ListFilter("new", Strings.fitness_new) { actor in
                [("yes", LocalText(Strings.fitness_new_only).resolve(in: actor.language))]
            } condition: { value, _ in
                value == "yes" ? GoalQueries.isNew : nil
            },
            .time("fitness_goals.changed_at"),
        ],
        sort: "-changed", empty: (Strings.fitness_goals_empty, Strings.fitness_goals_empty_advice),
        file: [
            .uuid("id", Strings.fitness_goal_id, "fitness_goals.id"),
            .uuid("user", Strings.user_id, "fitness_goals.user_id"),
            .text("email", Strings.user_email, "users.email").personal,
            .text("name", Strings.user_name, "users.name").personal,
            .text("type", Strings.fitness_type, "entry.key"),
            .text("state", Strings.fitness_state, "fitness_goals.state"),
            .integer("percent", Strings.fitness_percent, "fitness_goals.percent::bigint"),
            .text("reward", Strings.fitness_reward, "fitness_goals.reward"),
            .integer("minor", Strings.fitness_reward_minor, "fitness_goals.reward_minor"),
            .text("currency", Strings.fitness_reward_currency, "coalesce(fitness_goals.reward_currency, '')"),
            .time("proposed", Strings.fitness_proposed, "fitness_goals.proposed_at"),
            .time("accepted", Strings.fitness_accepted, "fitness_goals.accepted_at"),
            .time("ended", Strings.fitness_ended, "fitness_goals.ended_at"),
        ],
        fileNeeds: .exportFitness, isReading: true
    ) { row, actor, base in
        let (name, email) = (try row.text("name"), try row.text("email"))
        return ListRow(
            name: UserName.shown(name, email, actor.language), link: "\(base)/\(try row.id("id"))",
            detail: UserName.detail(name, email))
    }

    /// The parts of the filter by percent.
    private static let bounds: [(least: Int, most: Int)] = [(0, 24), (25, 49), (50, 74), (75, 99), (100, 100)]
}
