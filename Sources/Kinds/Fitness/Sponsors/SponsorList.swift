import Console
import Core
import HTML
import Postgres
import Templates

/// All sponsors: the goals that wait for their answer, those that they follow, and the rewards that they owe.
package enum SponsorList: DeclaredList {
    package static let list: ListDeclaration = ListDeclaration(
        "fitness-sponsors", title: Strings.fitness_sponsors, icon: "users",
        from: """
            users left join fitness_group_members as members on members.user_id = users.id
            left join catalogue_entries as grouped on grouped.id = members.group_id
            """,
        key: "users.id",
        select: """
            users.id, users.name, users.email, grouped.key as group_key, (\(EntryNames.all("members.group_id"))) as group_names,
            (select count(*) from fitness_backings as backings
                join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.state in ('proposed', 'in_progress')
                where backings.user_id = users.id and backings.answer = 'asked') as waiting,
            (select count(*) from fitness_backings as backings
                join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.state = 'in_progress'
                where backings.user_id = users.id and backings.answer = 'accepted') as followed,
            (select count(*) from fitness_backings as backings
                where backings.user_id = users.id and backings.reward_state = 'due') as due
            """,
        always: ["users.status <> 'deleted'", SponsorQueries.isSponsor],
        search: .init(Strings.fitness_sponsors_search) { text in
            "users.id in (select matching.id from find_users(\([LikePattern.anywhere(text)]), 1000000) as matching (id))"
        },
        head: .head("name", Strings.user_name, sort: "users.name collate \"und-x-icu\""),
        columns: [
            ListColumn("group", Strings.fitness_group) { row, actor in
                .text(
                    EntryNames.words(
                        try row.textOrNil("group_names"), key: try row.textOrNil("group_key") ?? "", actor))
            },
            number("waiting", Strings.fitness_waiting), number("followed", Strings.fitness_followed),
            number("due", Strings.fitness_due),
        ],
        filters: [
            ListFilter("group", Strings.fitness_group, foundFor: EntryNames.choices(Categories.catalogue.path)) {
                value, _ in
                """
                members.group_id = (select chosen.id from catalogue_entries as chosen
                    where chosen.catalogue = \(Categories.catalogue.path) and chosen.key = \(value))
                """
            },
            ListFilter("with", Strings.fitness_with) { actor in
                [
                    ("waiting", LocalText(Strings.fitness_waiting).resolve(in: actor.language)),
                    ("due", LocalText(Strings.fitness_due).resolve(in: actor.language)),
                ]
            } condition: { value, _ in
                switch value {
                case "waiting":
                    """
                    exists (select from fitness_backings as backings
                        join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.state in ('proposed', 'in_progress')
                        where backings.user_id = users.id and backings.answer = 'asked')
                    """
                case "due":
                    """
                    exists (select from fitness_backings as backings
                        where backings.user_id = users.id and backings.reward_state = 'due')
                    """
                default: nil
                }
            },
        ],
        sort: "name", empty: (Strings.fitness_sponsors_empty, Strings.fitness_sponsors_empty_advice),
        file: [
            .uuid("id", Strings.user_id, "users.id"), .text("email", Strings.user_email, "users.email").personal,
            .text("name", Strings.user_name, "users.name").personal,
            .text("group", Strings.fitness_group, "coalesce(grouped.key, '')"),
            .integer(
                "due", Strings.fitness_due,
                "(select count(*) from fitness_backings as backings where backings.user_id = users.id and backings.reward_state = 'due')"
            ),
        ],
        fileNeeds: .exportFitness, isReading: true
    ) { row, actor, base in
        let (name, email) = (try row.text("name"), try row.text("email"))
        return ListRow(
            name: UserName.shown(name, email, actor.language), link: "\(base)/\(try row.id("id"))",
            detail: UserName.detail(name, email))
    }

    private static func number(_ name: StaticString, _ label: StringKey) -> ListColumn {
        ListColumn("\(name)", label, isNumber: true, saysLabel: true) { row, actor in
            .text(NumberStyle(actor.language).integer(try row.int(name)))
        }
    }
}
