import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// A sponsor's statement of a month or of any other days as a page, with its totals, its file and its mail. The reading is recorded.
struct ShowStatement: Viewing {
    static let path = "fitness-statements"
    static let most = 500
    private let sponsor: ID?
    private let query: Query

    init(_ request: WebRequest) {
        query = request.query
        sponsor = query["sponsor"].flatMap { ID($0) }
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
        let (days, typed) = try askedDays(months, in: tx, by: actor)
        let found = try sponsor.flatMap { try tx.first(SponsorQueries.one($0)) }
        if sponsor != nil, found == nil { throw Refusal.notFound }
        let name = try found.map { UserName.shown(try $0.text("name"), try $0.text("email"), language) }
        let title = name.map { Strings.fitness_statement_of(sponsor: $0) } ?? LocalText(Strings.fitness_statements)
        var (rows, totals, count): ([StatementPage.Row], [StatementPage.Total], Int) = ([], [], 0)
        if let sponsor, let days {
            rows = try tx.rows(StatementQueries.page(sponsor, days, zone: zone, language, limit: Self.most)).map {
                try row($0, actor)
            }
            let sums = try tx.rows(StatementQueries.totals(sponsor, days, zone: zone)).map { try StatementSum($0) }
            (totals, count) = (StatementSum.totals(sums, language), sums.reduce(0) { $0 + $1.count })
        }
        let sponsors = try tx.rows(SponsorQueries.choices).map { row in
            Choice.Option(
                value: try row.text("value"), label: try row.text("words"),
                isSelected: try row.text("value") == sponsor?.description)
        }
        var (file, mail): (Link?, StatementPage.MailForm?) = (nil, nil)
        if let sponsor, let days, let found {
            let statement: Link = "\(actor.link(to: SponsorList.list))/\(sponsor)/statement"
            if actor.may(.exportFitness) {
                file = Link("\(statement)/export").with(
                    query: [("period", days.text), (FileRequest.languageField, language.rawValue)])
            }
            if try actor.may(.editFitness) && services.mail != nil && found.bool("is_reader") {
                mail = .init(action: statement, period: days.text)
            }
        }
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
                "period", label: LocalText(Strings.finance_month),
                options: periods(months, days, language)), from: typed.from, until: typed.until,
            isChosen: sponsor != nil && days != nil,
            days: sponsor.flatMap { _ in days?.words(language) }, rows: rows, totals: totals,
            more: count > rows.count
                ? Strings.fitness_statement_first(
                    count: NumberStyle(language).integer(rows.count), total: NumberStyle(language).integer(count))
                : nil,
            file: file, mail: mail)
    }

    /// The days that are asked for, with the fields for other days than a month's: those that are typed, else the month that is chosen, else
    /// the current one. nil if what is typed are no days.
    private func askedDays(
        _ months: [(value: String, label: String)], in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> (days: RewardPeriod?, typed: (from: Field, until: Field)) {
        let isTyped = query.trimmed("from") ?? query.trimmed("until") != nil
        let period = try isTyped ? ReportPeriod(query, usual: .thisMonth, in: tx, by: actor) : nil
        func field(_ name: String, _ label: StringKey, _ value: String?) -> Field {
            .day(name, LocalText(label), value ?? "", actor.language, error: period?.errors[name])
        }
        let fields: (from: Field, until: Field) = (
            field("from", Strings.finance_from, period?.from), field("until", Strings.finance_until, period?.until)
        )
        if let period {
            let days = period.isGood ? RewardPeriod(from: period.from, until: period.until) : nil
            return (days: days, typed: fields)
        }
        let chosen = query["period"].flatMap { RewardPeriod($0) } ?? months.first.flatMap { RewardPeriod($0.value) }
        return (days: chosen, typed: fields)
    }

    /// The months of the reader's calendar. Days that are none of them, as a link from another language has them, stand first as they are.
    private func periods(_ months: [(value: String, label: String)], _ days: RewardPeriod?, _ language: Language)
        -> [Choice.Option]
    {
        let all = months.map {
            Choice.Option(
                value: $0.value, label: DateStyle(language).month($0.label), isSelected: $0.value == days?.text)
        }
        guard let days, !all.contains(where: \.isSelected) else { return all }
        return [.init(value: days.text, label: days.words(language), isSelected: true)] + all
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
            isCarried: try row.bool("is_carried"), promised: day(try row.localTimeOrNil("promised")),
            due: day(try row.localTimeOrNil("due")),
            given: day(try row.localTimeOrNil("given")))
    }
}

/// The rewards of a statement in one state and one currency: how many, and how much.
struct StatementSum {
    let state: RewardState
    /// They were due before the statement's days began.
    let isCarried: Bool
    let count: Int
    /// nil for rewards in words alone.
    let sum: Money?

    init(_ row: Row) throws {
        state = RewardState(rawValue: try row.text("state")) ?? .none
        isCarried = try row.bool("is_carried")
        count = try row.int("n")
        sum = try row.intOrNil("minor").map { Money($0, Currency(stored: try row.textOrNil("currency") ?? "EUR")) }
    }

    init(state: RewardState, isCarried: Bool, count: Int, sum: Money?) {
        (self.state, self.isCarried, self.count, self.sum) = (state, isCarried, count, sum)
    }

    /// By currency, with what is from before first, and rewards in words alone last: as `StatementQueries.totals` has them.
    private var place: (String, Int, Int) {
        let order: [RewardState] = [.due, .disputed, .promised, .given]
        return (sum?.currency.code ?? "~", isCarried ? 0 : 1, order.firstIndex(of: state) ?? order.count)
    }

    static func adding(_ one: StatementSum, to sums: [StatementSum]) -> [StatementSum] {
        guard let at = sums.firstIndex(where: { $0.place == one.place }) else {
            return (sums + [one]).sorted { $0.place < $1.place }
        }
        var sums = sums
        let sum = one.sum.map { Money((sums[at].sum?.minor ?? 0) + $0.minor, $0.currency) }
        sums[at] = StatementSum(
            state: one.state, isCarried: one.isCarried, count: sums[at].count + one.count, sum: sum)
        return sums
    }

    /// The lines of the table: those of one currency with their total below, without a state, where they are several.
    static func lines(_ sums: [StatementSum]) -> [(state: RewardState?, isCarried: Bool, count: Int, sum: Money?)] {
        var lines: [(state: RewardState?, isCarried: Bool, count: Int, sum: Money?)] = []
        var rest = sums[...]
        while let first = rest.first {
            let same = rest.prefix { $0.sum?.currency == first.sum?.currency }
            for one in same {
                lines.append((state: one.state, isCarried: one.isCarried, count: one.count, sum: one.sum))
            }
            if same.count > 1 {
                let (count, minor) = same.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + ($1.sum?.minor ?? 0)) }
                let whole = (first.sum?.currency).map { Money(minor, $0) }
                lines.append((state: nil, isCarried: false, count: count, sum: whole))
            }
            rest = rest.dropFirst(same.count)
        }
        return lines
    }

    static func totals(_ sums: [StatementSum], _ language: Language) -> [StatementPage.Total] {
        let numbers = NumberStyle(language)
        return lines(sums).map { line in
            .init(
                state: line.state?.badge, isCarried: line.isCarried, count: numbers.integer(line.count),
                sum: line.sum?.words(language) ?? LocalText(Strings.fitness_statement_words).resolve(in: language))
        }
    }
}
