import Console
import Core
import HTML
import Postgres
import Sheets
import Templates
import Web

/// What one sponsor owes, gave and promised in some days, to read: names and states in words, sums as they are paid, days. The list's own
/// export has keys and minor units, for programs. As a page it is `ShowStatement`, as a mail `MailStatement`.
struct RewardStatement: ExportedFile {
    static let path = "fitness-sponsors/:sponsor/statement"
    static let recorded = ExportRecord.Actions.ofList(RewardList.list.path)
    static let holds = FileContent.personalData

    private let sponsor: ID
    private let period: String
    private let days: RewardPeriod
    private let of: (name: String, email: String)

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        // Without a month it is the current one.
        let period = try question["period"] ?? RewardPeriod.current(in: tx, by: actor)
        guard let sponsor = question["sponsor"].flatMap({ ID($0) }), let days = RewardPeriod(period),
            try tx.first(SponsorQueries.isThere(sponsor)) != nil, let found = try tx.first(SponsorQueries.one(sponsor))
        else { throw Refusal.notFound }
        (self.sponsor, self.period, self.days) = (sponsor, period, days)
        of = (try found.text("name"), try found.text("email"))
    }

    var question: [(name: String, value: String)] { [("sponsor", sponsor.description), ("period", period)] }
    /// Of whom and of which days it is. Names of files are ASCII: a name in other letters gives way to the address, or to the id.
    var name: String {
        let words = [of.name, String(of.email.prefix { $0 != "@" }), String(sponsor.description.prefix(8))]
        let who = words.lazy.map(Self.ascii).first { $0.contains(where: \.isLetter) || $0.contains(where: \.isNumber) }
        return "statement-\(who ?? "sponsor")-\(days.from)-\(days.until)"
    }

    /// Lower-case words of letters and digits joined by dashes; empty if the text has other letters.
    private static func ascii(_ text: String) -> String {
        guard text.allSatisfy({ $0.isASCII || !$0.isLetter }) else { return "" }
        return text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(4).joined(
            separator: "-")
    }

    var title: StringKey { Strings.fitness_statement }

    func columns(_ actor: Actor) -> [SheetColumn] {
        let columns: [(id: String, title: StringKey, kind: SheetColumn.Kind)] = [
            ("recipient", Strings.fitness_recipient, .text), ("type", Strings.fitness_type, .text),
            ("reward", Strings.fitness_reward, .text), ("amount", Strings.payment_amount, .decimal),
            ("currency", Strings.tenant_currency, .text), ("state", Strings.fitness_state, .text),
            ("promised", Strings.fitness_promised_at, .date), ("due", Strings.fitness_due_since, .date),
            ("given", Strings.fitness_given_at, .date),
        ]
        return columns.map {
            SheetColumn(id: $0.id, title: LocalText($0.title).resolve(in: actor.language), kind: $0.kind)
        }
    }

    /// It names recipients.
    func isReading(_ columns: [SheetColumn]) -> Bool { true }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm {
        services.readings.note(actor, filter: [("list", SponsorList.list.path)], rows: 1)
        let count = try tx.rows(StatementQueries.totals(sponsor, days, zone: actor.tenant.zone)).reduce(0) {
            $0 + (try $1.int("n"))
        }
        return ExportForm(
            title: Strings.fitness_statement, menu: (RewardList.list.path, Strings.fitness_statement),
            list: "\(actor.link(to: SponsorList.list))/\(sponsor)/statement",
            count: Strings.list_export_count(total: count),
            narrowing: [UserName.shown(of.name, of.email, actor.language), days.words(actor.language)],
            everything: Strings.list_export_all, lineHint: Strings.list_export_jsonl_hint,
            back: actor.link(ShowStatement.path).with(query: question.map { ($0.name, $0.value) }))
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let language = actor.language
        // Its cells are days, and days say what it holds: the workspace's in every format, also in the one whose times are UTC.
        let title = Strings.fitness_statement_of(sponsor: UserName.shown(of.name, of.email, language))
        return FileRows(
            StatementQueries.file(sponsor, days, zone: actor.tenant.zone, language),
            above: [actor.tenant.name, title.resolve(in: language), days.words(language)]
        ) {
            StatementRows(language: language)
        }
    }
}

/// All SQL of statements. Row-level security adds the tenant to every statement. List, file and totals are of the same rewards.
enum StatementQueries {
    private static func begins(_ days: RewardPeriod, _ zone: String) -> SQL {
        "(\(days.from)::timestamp at time zone \(zone))"
    }

    private static func ends(_ days: RewardPeriod, _ zone: String) -> SQL {
        "((\(days.until)::timestamp + interval '1 day') at time zone \(zone))"
    }

    /// The rewards, each with the state in which it was when the days ended, and since when it was due and given then. What came later is of
    /// later statements: one of days that are over stays what it was.
    private static func from(_ days: RewardPeriod, _ zone: String) -> SQL {
        """
        \(RewardList.list.from)
        cross join lateral (
            select steps.step ->> 'state' as state, (steps.step ->> 'due')::timestamptz as due_at,
                (steps.step ->> 'given')::timestamptz as given_at
            from jsonb_array_elements(backings.reward_steps) with ordinality as steps (step, place)
            where (steps.step ->> 'at')::timestamptz < \(ends(days, zone))
            order by (steps.step ->> 'at')::timestamptz desc, steps.place desc limit 1
        ) as held
        """
    }

    /// Became due before the days, and was not given by then.
    private static func isCarried(_ days: RewardPeriod, _ zone: String) -> SQL {
        """
        (coalesce(held.due_at < \(begins(days, zone)), false)
            and (held.state <> 'given' or held.given_at >= \(begins(days, zone))))
        """
    }

    /// What was due when the days began, what became due within them, and what was promised within them and is not due yet.
    private static func holds(_ sponsor: ID, _ days: RewardPeriod, _ zone: String) -> SQL {
        func within(_ time: SQL) -> SQL {
            """
            \(time) >= \(begins(days, zone)) and \(time) < \(ends(days, zone))
            """
        }
        return """
            backings.user_id = \(sponsor) and held.state <> 'none'
            and (\(isCarried(days, zone)) or \(within("held.due_at"))
                or held.state = 'promised' and \(within("backings.answered_at")))
            """
    }

    /// What is owed comes first.
    private static let states: SQL = "array['due', 'disputed', 'promised', 'given']"
    private static let order: SQL = """
        array_position(\(states), held.state), coalesce(held.due_at, backings.answered_at) desc, backings.id
        """

    static func file(_ sponsor: ID, _ days: RewardPeriod, zone: String, _ language: Language) -> SQL {
        """
        select recipients.name, recipients.email, coalesce((\(EntryNames.now("fitness_goals.entry_id", in: language))), entry.key),
            fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency, held.state,
            (backings.answered_at at time zone \(zone))::date, (held.due_at at time zone \(zone))::date,
            (held.given_at at time zone \(zone))::date, \(isCarried(days, zone))
        from \(from(days, zone)) where \(holds(sponsor, days, zone)) order by \(order)
        """
    }

    static func page(_ sponsor: ID, _ days: RewardPeriod, zone: String, _ language: Language, limit: Int) -> SQL {
        """
        select backings.id, recipients.name, recipients.email,
            coalesce((\(EntryNames.now("fitness_goals.entry_id", in: language))), entry.key) as type,
            fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency, held.state as reward_state,
            \(isCarried(days, zone)) as is_carried, backings.answered_at at time zone \(zone) as promised, held.due_at at time zone \(zone) as due,
            held.given_at at time zone \(zone) as given
        from \(from(days, zone)) where \(holds(sponsor, days, zone)) order by \(order) limit \(limit)
        """
    }

    /// By currency and state, with what is from before apart; a reward in words alone has no currency.
    static func totals(_ sponsor: ID, _ days: RewardPeriod, zone: String) -> SQL {
        """
        select fitness_goals.reward_currency as currency, \(isCarried(days, zone)) as is_carried, held.state as state,
            count(*) as n, sum(fitness_goals.reward_minor)::bigint as minor
        from \(from(days, zone)) where \(holds(sponsor, days, zone))
        group by 1, 2, 3 order by 1 nulls last, 2 desc, array_position(\(states), held.state)
        """
    }
}

/// A reward in the file. A reward in words alone has no sum.
private struct StatementRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let language: Language
    private var sums: [StatementSum] = []

    init(language: Language) { self.language = language }

    private func words(_ text: StringKey) -> String { LocalText(text).resolve(in: language) }

    /// As the page says it: what was due when the days began says so.
    private func words(_ state: RewardState, isCarried: Bool) -> String {
        isCarried ? "\(words(state.label)) \(words(Strings.fitness_statement_before))" : words(state.label)
    }

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 11 else { throw Problem.malformed }
        func text(_ place: Int) -> String { fields[place].map { String(decoding: $0, as: UTF8.self) } ?? "" }
        sheet.text(UserName.shown(text(0), text(1), language))
        sheet.text(text(2))
        sheet.text(text(3))
        let sum = try fields[4].map { minor in
            guard minor.count == 8 else { throw Problem.malformed }
            return Money(Int(Int64(bigEndian: minor.loadUnaligned(as: Int64.self))), Currency(stored: text(5)))
        }
        write(sum, to: sheet)
        let (state, isCarried) = (RewardState(rawValue: text(6)) ?? .none, fields[10]?.first == 1)
        sheet.text(words(state, isCarried: isCarried))
        sums = StatementSum.adding(.init(state: state, isCarried: isCarried, count: 1, sum: sum), to: sums)
        for place in 7...9 {
            guard let day = fields[place] else {
                sheet.empty()
                continue
            }
            guard day.count == 4 else { throw Problem.malformed }
            // Days since 2000; sheets count from 1970.
            sheet.date(Int(Int32(bigEndian: day.loadUnaligned(as: Int32.self))) + 10_957)
        }
    }

    private func write(_ sum: Money?, to sheet: any SheetWriter) {
        guard let sum else {
            sheet.empty()
            return sheet.empty()
        }
        sheet.decimal(minorUnits: Int64(sum.minor), places: sum.currency.digits)
        sheet.text(sum.currency.code)
    }

    /// The page's totals, of the rows that are in the file: how many in the column of the reward, how much in those of the sum.
    func writeBelow(_ sheet: any SheetWriter) {
        func row(_ first: String, _ count: String, _ sum: Money?, _ state: String) {
            sheet.text(first)
            sheet.empty()
            sheet.text(count)
            write(sum, to: sheet)
            sheet.text(state)
            for _ in 7...9 { sheet.empty() }
            sheet.endRow()
        }
        guard !sums.isEmpty else { return }
        row("", "", nil, "")
        row(words(Strings.fitness_statement_totals), words(Strings.fitness_statement_count), nil, "")
        for line in StatementSum.lines(sums) {
            row(
                line.state == nil ? words(Strings.fitness_statement_total) : "",
                NumberStyle(language).integer(line.count), line.sum,
                line.state.map { words($0, isCarried: line.isCarried) } ?? "")
        }
    }
}
