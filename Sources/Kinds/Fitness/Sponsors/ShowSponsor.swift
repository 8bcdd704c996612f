import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// One sponsor: their group, and the goals that they were asked to back. The reading is recorded.
struct ShowSponsor: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("sponsor") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        (
            try SponsorPageMaker(id).page(in: tx, by: actor, services),
            AuditEvent(.userViewed, on: .user, id, changes: [.init("list", new: SponsorList.list.path)])
        )
    }
}

/// The page of a sponsor, as it is or with a group that was chosen over another admin's choice.
struct SponsorPageMaker {
    private let id: ID
    private let refused: FormBack?

    init(_ id: ID, refused: FormBack? = nil) { (self.id, self.refused) = (id, refused) }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SponsorPage {
        let one = try tx.send(SponsorQueries.one(id))
        let backed = try tx.send(SponsorQueries.goals(of: id))
        let all = try tx.send(SponsorQueries.groups(language: actor.language))
        let now = try tx.send(PlanQueries.today(zone: actor.tenant.zone))
        guard let found = try one.rows().first else { throw Refusal.notFound }
        let (language, list, goals) = (actor.language, actor.link(to: SponsorList.list), actor.link(to: GoalList.list))
        let here: Link = "\(list)/\(id)"
        let rows = try backed.rows().map { row in
            let (name, email) = (try row.text("name"), try row.text("email"))
            let state = GoalState(rawValue: try row.text("state")) ?? .cancelled
            let answer = SponsorAnswer(rawValue: try row.text("answer")) ?? .asked
            return SponsorPage.Goal(
                name: UserName.shown(name, email, language), link: "\(goals)/\(try row.id("id"))",
                state: state.badge,
                percent: NumberStyle(language).percent(Double(try row.int("percent")) / 100),
                answer: answer.badge(of: state),
                promise: Goal.Reward(
                    text: try row.text("reward"),
                    sum: try row.intOrNil("reward_minor").map {
                        Money($0, Currency(stored: try row.textOrNil("reward_currency") ?? "EUR"))
                    }
                ).words(language),
                reward: (RewardState(rawValue: try row.text("reward_state")) ?? .none).badge)
        }
        let group = try found.idOrNil("group_id")?.description ?? ""
        let chosen = refused?.typed["group"] ?? group
        let groups = try all.rows().map { row in
            let id = try row.id("id").description
            return Choice.Option(value: id, label: try row.text("name"), isSelected: id == chosen)
        }
        let today = try now.rows().first?.int("day") ?? 0
        let (name, email) = (try found.text("name"), try found.text("email"))
        let title = UserName.shown(name, email, language)
        func number(_ value: Int) -> String { NumberStyle(language).integer(value) }
        var page = SponsorPage(
            frame: actor.frame(
                title, services, current: SponsorList.list.path, crumb: (LocalText(Strings.fitness_sponsors), list)),
            name: title, userLink: actor.may(.seeUsers) ? "\(actor.link("users"))/\(id)" : nil,
            facts: [
                Fact(LocalText(Strings.user_email), UserName.shown("", email, language)),
                Fact(LocalText(Strings.fitness_waiting), number(try found.int("waiting"))),
                Fact(LocalText(Strings.fitness_followed), number(try found.int("followed"))),
                Fact(LocalText(Strings.fitness_due), number(try found.int("due"))),
            ],
            group: actor.may(.editFitness) && !groups.isEmpty
                ? .init(
                    action: "\(here)/group", was: HiddenValue("was_group", group),
                    choice: Choice(
                        "group", label: LocalText(Strings.fitness_group),
                        options: [
                            .init(
                                value: "", label: LocalText(Strings.fitness_group_none).resolve(in: language),
                                isSelected: chosen.isEmpty)
                        ] + groups)) : nil,
            goals: rows, all: goals.with(query: [("sponsor", id.description)]),
            statement: ShowStatement.link(actor, of: id),
            mailing: try actor.may(.editFitness) && services.mail != nil && found.bool("is_reader")
                ? .init(
                    action: "\(here)/statement",
                    choice: Choice(
                        "period", label: LocalText(Strings.fitness_period),
                        options: RewardPeriod.months(until: today, language).map {
                            .init(value: $0.value, label: DateStyle(language).month($0.label), isSelected: false)
                        })) : nil)
        page.conflict = refused?.conflict
        page.trail = try ObjectTrail.card(of: id, .sponsor, Strings.user_trail, in: tx, by: actor, services)
        return page
    }
}
