import Console
import Core
import HTML
import Postgres
import Templates

/// What sponsors owe and gave, for admins and, as a file, for programs; what a sponsor reads is `RewardStatement`. Money itself is paid
/// outside of Roost.
package enum RewardList: DeclaredList {
    package static let list: ListDeclaration = ListDeclaration(
        "fitness-rewards", title: Strings.fitness_rewards, icon: "tag",
        from: """
            fitness_backings as backings join fitness_goals on fitness_goals.id = backings.goal_id
            join users as sponsors on sponsors.id = backings.user_id
            join users as recipients on recipients.id = fitness_goals.user_id
            join catalogue_entries as entry on entry.id = fitness_goals.entry_id
            """,
        countedFrom: "fitness_backings as backings", key: "backings.id",
        select: """
            backings.id, sponsors.name as sponsor, sponsors.email as sponsor_email, recipients.name as recipient, recipients.email,
            backings.reward_state, fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency,
            entry.key, (\(EntryNames.all("fitness_goals.entry_id"))) as names,
            backings.due_at at time zone current_setting('roost.zone') as due,
            backings.given_at at time zone current_setting('roost.zone') as given
            """,
        always: ["backings.reward_state <> 'none'"],
        search: .init(Strings.fitness_rewards_search) { text in
            """
            (backings.user_id in (select matching.id from find_users(\([LikePattern.anywhere(text)]), 1000000) as matching (id))
                or backings.goal_id in (select searched.id from fitness_goals as searched where searched.user_id in (
                    select matching.id from find_users(\([LikePattern.anywhere(text)]), 1000000) as matching (id))))
            """
        },
        head: ListColumn("sponsor", Strings.fitness_sponsor) { _, _ in .text("") },
        columns: [
            ListColumn("recipient", Strings.fitness_recipient) { row, actor in
                .text(UserName.shown(try row.text("recipient"), try row.text("email"), actor.language))
            },
            ListColumn("type", Strings.fitness_type, isLess: true) { row, actor in
                .text(EntryNames.words(try row.textOrNil("names"), key: try row.text("key"), actor))
            },
            ListColumn("reward", Strings.fitness_reward, saysLabel: true) { row, actor in
                .text(try Goal.Reward(row).words(actor.language))
            },
            ListColumn("state", Strings.fitness_state) { row, _ in
                .badge((RewardState(rawValue: try row.text("reward_state")) ?? .none).badge)
            },
            time("due", Strings.fitness_due_since, sort: "coalesce(backings.due_at, 'epoch')"),
            time("given", Strings.fitness_given_at, sort: "coalesce(backings.given_at, 'epoch')"),
        ],
        filters: [
            ListFilter("state", Strings.fitness_state) { actor in
                RewardState.allCases.filter { $0 != .none }.map {
                    ($0.rawValue, LocalText($0.label).resolve(in: actor.language))
                }
            } condition: { value, _ in
                RewardState(rawValue: value).map { "backings.reward_state = \($0.rawValue)" }
            },
            ListFilter("sponsor", Strings.fitness_sponsor, found: SponsorQueries.choices) { value, _ in
                ID(value).map { "backings.user_id = \($0)" }
            },
            ListFilter("group", Strings.fitness_group, foundFor: EntryNames.choices(Categories.catalogue.path)) {
                value, _ in
                """
                backings.user_id in (select members.user_id from fitness_group_members as members
                    join catalogue_entries as chosen on chosen.id = members.group_id
                    where chosen.catalogue = \(Categories.catalogue.path) and chosen.key = \(value))
                """
            },
            ListFilter("period", Strings.fitness_period) { actor in
                // A menu of a list knows no zone. Where clocks lead UTC by most, a month begins fourteen hours earlier.
                let day = Int(actor.now.adding(seconds: 14 * 3600).seconds / 86_400)
                return RewardPeriod.months(until: day, actor.language).map {
                    ($0.value, DateStyle(actor.language).month($0.label))
                }
            } condition: { value, _ in
                RewardPeriod(value).map { period in
                    """
                    backings.due_at >= (\(period.from)::timestamp at time zone current_setting('roost.zone'))
                    and backings.due_at < ((\(period.until)::timestamp + interval '1 day') at time zone current_setting('roost.zone'))
                    """
                }
            },
        ],
        sort: "-due", empty: (Strings.fitness_rewards_empty, Strings.fitness_rewards_empty_advice),
        file: [
            .text("sponsor", Strings.fitness_sponsor, "sponsors.name").personal,
            .text("sponsor_email", Strings.fitness_sponsor_email, "sponsors.email").personal,
            .text("recipient", Strings.fitness_recipient, "recipients.name").personal,
            .text("type", Strings.fitness_type, "entry.key"),
            .text("reward", Strings.fitness_reward, "fitness_goals.reward"),
            .integer("minor", Strings.fitness_reward_minor, "fitness_goals.reward_minor"),
            .text("currency", Strings.fitness_reward_currency, "coalesce(fitness_goals.reward_currency, '')"),
            .text("state", Strings.fitness_state, "backings.reward_state"),
            .time("due", Strings.fitness_due_since, "backings.due_at"),
            .time("given", Strings.fitness_given_at, "backings.given_at"),
            .uuid("goal", Strings.fitness_goal_id, "backings.goal_id"),
        ],
        fileNeeds: .exportFitness, isReading: true
    ) { row, actor, base in
        ListRow(
            name: UserName.shown(try row.text("sponsor"), try row.text("sponsor_email"), actor.language),
            link: "\(base)/\(try row.id("id"))", detail: nil)
    }.noting(
        Strings.fitness_money_outside, .init(Strings.fitness_statements, path: ShowStatement.path, needs: .seeFitness))

    private static func time(_ name: StaticString, _ label: StringKey, sort: SQL) -> ListColumn {
        ListColumn("\(name)", label, isNumber: true, isLess: true, sort: sort, fallsFirst: true) { row, actor in
            .text(
                try row.localTimeOrNil(name).map {
                    DateStyle(actor.language).date(LocalTime(microseconds: Int($0)))
                } ?? "")
        }
    }
}

/// The days of a statement, as an address has them: `2026-11-01..2026-11-30`.
struct RewardPeriod {
    let from: String
    let until: String

    init?(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 2, text.utf8.count == 22, parts.allSatisfy({ LocalTime(day: $0) != nil }) else {
            return nil
        }
        self.init(from: parts[0], until: parts[1])
    }

    /// nil if the last day is before the first.
    init?(from: String, until: String) {
        guard from <= until else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// As an address has it.
    var text: String { "\(from)..\(until)" }

    func words(_ language: Language) -> String {
        [from, until].map { day in LocalTime(day: day).map { DateStyle(language).date($0) } ?? day }
            .joined(separator: " – ")
    }

    /// The month of today, where the tenant is, in the calendar of the actor's language.
    static func current(in tx: borrowing TenantTransaction, by actor: Actor) throws -> String {
        let today = try tx.first(PlanQueries.today(zone: actor.tenant.zone))?.int("day") ?? 0
        return months(until: today, actor.language).first?.value ?? ""
    }

    /// The last twelve months in the calendar of a language, the newest first: that of the day and those before it.
    static func months(until day: Int, _ language: Language) -> [(value: String, label: String)] {
        var day = day
        return (0..<12).map { _ in
            let month = CalendarMonth(of: day, in: language)
            let last = CalendarMonth(of: month.firstDay + 31, in: language).firstDay - 1
            day = month.firstDay - 1
            return ("\(Session.iso(month.firstDay))..\(Session.iso(last))", month.label)
        }
    }
}

extension Goal.Reward {
    /// Reads the columns of these names.
    init(_ row: Row) throws {
        self.init(
            text: try row.text("reward"),
            sum: try row.intOrNil("reward_minor").map {
                Money($0, Currency(stored: try row.textOrNil("reward_currency") ?? "EUR"))
            })
    }
}
