import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// A sponsor's statement of a month as a page, with its totals, its file and its mail. The reading is recorded.
struct ShowStatement: Viewing {
    static let path = "fitness-statements"
    private static let most = 500
    private let sponsor: ID?
    private let period: RewardPeriod?
    private let chosen: String

    init(_ request: WebRequest) {
        sponsor = request.query["sponsor"].flatMap { ID($0) }
        chosen = request.query["period"] ?? ""
        period = RewardPeriod(chosen)
    }

    /// To the statement of a sponsor, or to the page that asks of whom.
    static func link(_ actor: Actor, of sponsor: ID? = nil) -> Link {
        let here = actor.link(path)
        return sponsor.map { here.with(query: [("sponsor", $0.description)]) } ?? here
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let (language, zone) = (actor.language, actor.tenant.zone)
        let today = try tx.first(PlanQueries.today(zone: zone))?.int("day") ?? 0
        let months = RewardPeriod.months(until: today, language)
        // Without a month it is the current one.
        let value = period == nil ? months.first?.value ?? "" : chosen
        let found = try sponsor.flatMap { try tx.first(SponsorQueries.one($0)) }
        if sponsor != nil, found == nil { throw Refusal.notFound }
        let name = try found.map { UserName.shown(try $0.text("name"), try $0.text("email"), language) }
        let title = name.map { Strings.fitness_statement_of(sponsor: $0) } ?? LocalText(Strings.fitness_statements)
        var (rows, totals): ([StatementPage.Row], [StatementPage.Total]) = ([], [])
        if let sponsor, let days = period ?? RewardPeriod(value) {
            rows = try tx.rows(StatementQueries.page(sponsor, days, zone: zone, language, limit: Self.most)).map {
                try row($0, actor)
            }
            totals = try tx.rows(StatementQueries.totals(sponsor, days, zone: zone)).map { try total($0, language) }
        }
        let sponsors = try tx.rows(SponsorQueries.choices).map { row in
            Choice.Option(
                value: try row.text("value"), label: try row.text("words"),
                isSelected: try row.text("value") == sponsor?.description)
        }
        let mailing =
            try sponsor != nil && actor.may(.editFitness) && services.mail != nil
            && found?.bool("is_reader") == true
        if let sponsor {
            services.readings.note(
                actor, filter: [("list", RewardList.list.path), ("sponsor", sponsor.description)], rows: rows.count)
        }
        return StatementPage(
            frame: actor.frame(
                title, services, current: RewardList.list.path,
                crumb: (LocalText(Strings.fitness_rewards), actor.link(to: RewardList.list))),
            title: title, action: Self.link(actor),
            sponsor: Choice("sponsor", label: LocalText(Strings.fitness_sponsor), options: sponsors),
            period: Choice(
                "period", label: LocalText(Strings.fitness_period),
                options: months.map {
                    .init(value: $0.value, label: DateStyle(language).month($0.label), isSelected: $0.value == value)
                }), isChosen: sponsor != nil, rows: rows, totals: totals,
            more: rows.count == Self.most
                ? Strings.fitness_statement_first(count: NumberStyle(language).integer(Self.most)) : nil,
            file: sponsor.flatMap { sponsor in
                actor.may(.exportFitness)
                    ? Link("\(actor.link(to: SponsorList.list))/\(sponsor)/statement/export").with(
                        query: [("period", value), (FileRequest.languageField, language.rawValue)]) : nil
            },
            mail: mailing
                ? sponsor.map { .init(action: "\(actor.link(to: SponsorList.list))/\($0)/statement", period: value) }
                : nil)
    }

    private func row(_ row: Row, _ actor: Actor) throws -> StatementPage.Row {
        func day(_ time: Int64?) -> String {
            time.map { DateStyle(actor.language).date(LocalTime(microseconds: Int($0))) } ?? ""
        }
        return .init(
            recipient: UserName.shown(try row.text("name"), try row.text("email"), actor.language),
            link: "\(actor.link(to: RewardList.list))/\(try row.id("id"))", type: try row.text("type"),
            reward: try Goal.Reward(row).words(actor.language),
            state: (RewardState(rawValue: try row.text("reward_state")) ?? .none).badge,
            promised: day(try row.localTimeOrNil("promised")), due: day(try row.localTimeOrNil("due")),
            given: day(try row.localTimeOrNil("given")))
    }

    private func total(_ row: Row, _ language: Language) throws -> StatementPage.Total {
        let sum = try row.intOrNil("minor").map {
            Money($0, Currency(stored: try row.textOrNil("currency") ?? "EUR")).words(language)
        }
        return .init(
            state: (RewardState(rawValue: try row.text("state")) ?? .none).badge,
            count: NumberStyle(language).integer(try row.int("n")),
            sum: sum ?? LocalText(Strings.fitness_statement_words).resolve(in: language))
    }
}
