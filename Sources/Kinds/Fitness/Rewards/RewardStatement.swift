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

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        // Without a month it is the current one.
        let period = try question["period"] ?? RewardPeriod.current(in: tx, by: actor)
        guard let sponsor = question["sponsor"].flatMap({ ID($0) }), let days = RewardPeriod(period),
            try tx.first(SponsorQueries.isThere(sponsor)) != nil
        else { throw Refusal.notFound }
        (self.sponsor, self.period, self.days) = (sponsor, period, days)
    }

    var question: [(name: String, value: String)] { [("sponsor", sponsor.description), ("period", period)] }
    var name: String { "statement-\(days.from)" }
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
        let named = try tx.first(SponsorQueries.one(sponsor))
        services.readings.note(actor, filter: [("list", SponsorList.list.path)], rows: 1)
        let count = try tx.rows(StatementQueries.totals(sponsor, days, zone: actor.tenant.zone)).reduce(0) {
            $0 + (try $1.int("n"))
        }
        return ExportForm(
            title: Strings.fitness_statement, menu: (RewardList.list.path, Strings.fitness_statement),
            list: "\(actor.link(to: SponsorList.list))/\(sponsor)/statement",
            count: Strings.list_export_count(total: count),
            narrowing: try [
                UserName.shown(named?.text("name") ?? "", named?.text("email") ?? "", actor.language),
                days.words(actor.language),
            ], everything: Strings.list_export_all, lineHint: Strings.list_export_jsonl_hint,
            back: actor.link(ShowStatement.path).with(query: question.map { ($0.name, $0.value) }))
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let language = actor.language
        // Its cells are days, and days say what it holds: the workspace's in every format, also in the one whose times are UTC.
        return FileRows(StatementQueries.file(sponsor, days, zone: actor.tenant.zone, language)) {
            StatementRows(language: language)
        }
    }
}

/// All SQL of statements. Row-level security adds the tenant to every statement. List, file and totals are of the same rewards.
enum StatementQueries {
    private static func begins(_ days: RewardPeriod, _ zone: String) -> SQL {
        "(\(days.from)::timestamp at time zone \(zone))"
    }

    /// Became due before the days, and was not given by then.
    private static func isCarried(_ days: RewardPeriod, _ zone: String) -> SQL {
        """
        (coalesce(backings.due_at < \(begins(days, zone)), false)
            and (backings.reward_state <> 'given' or backings.given_at >= \(begins(days, zone))))
        """
    }

    /// What was due when the days began, what became due within them, and what was promised within them and is not due yet.
    private static func holds(_ sponsor: ID, _ days: RewardPeriod, _ zone: String) -> SQL {
        func within(_ time: SQL) -> SQL {
            """
            \(time) >= \(begins(days, zone))
                and \(time) < ((\(days.until)::timestamp + interval '1 day') at time zone \(zone))
            """
        }
        return """
            backings.user_id = \(sponsor) and backings.reward_state <> 'none'
            and (\(isCarried(days, zone)) or \(within("backings.due_at"))
                or backings.reward_state = 'promised' and \(within("backings.answered_at")))
            """
    }

    /// What is owed comes first.
    private static let states: SQL = "array['due', 'disputed', 'promised', 'given']"
    private static let order: SQL = """
        array_position(\(states), backings.reward_state), coalesce(backings.due_at, backings.answered_at) desc, backings.id
        """

    static func file(_ sponsor: ID, _ days: RewardPeriod, zone: String, _ language: Language) -> SQL {
        """
        select recipients.name, recipients.email, coalesce((\(EntryNames.now("fitness_goals.entry_id", in: language))), entry.key),
            fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency, backings.reward_state,
            (backings.answered_at at time zone \(zone))::date, (backings.due_at at time zone \(zone))::date,
            (backings.given_at at time zone \(zone))::date
        from \(RewardList.list.from) where \(holds(sponsor, days, zone)) order by \(order)
        """
    }

    static func page(_ sponsor: ID, _ days: RewardPeriod, zone: String, _ language: Language, limit: Int) -> SQL {
        """
        select backings.id, recipients.name, recipients.email,
            coalesce((\(EntryNames.now("fitness_goals.entry_id", in: language))), entry.key) as type,
            fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency, backings.reward_state,
            \(isCarried(days, zone)) as is_carried, backings.answered_at at time zone \(zone) as promised, backings.due_at at time zone \(zone) as due,
            backings.given_at at time zone \(zone) as given
        from \(RewardList.list.from) where \(holds(sponsor, days, zone)) order by \(order) limit \(limit)
        """
    }

    /// By currency and state, with what is from before apart; a reward in words alone has no currency.
    static func totals(_ sponsor: ID, _ days: RewardPeriod, zone: String) -> SQL {
        """
        select fitness_goals.reward_currency as currency, \(isCarried(days, zone)) as is_carried, backings.reward_state as state,
            count(*) as n, sum(fitness_goals.reward_minor)::bigint as minor
        from \(RewardList.list.from) where \(holds(sponsor, days, zone))
        group by 1, 2, 3 order by 1 nulls last, 2 desc, array_position(\(states), backings.reward_state)
        """
    }
}

/// A reward in the file. A reward in words alone has no sum.
private struct StatementRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let language: Language

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 10 else { throw Problem.malformed }
        func text(_ place: Int) -> String { fields[place].map { String(decoding: $0, as: UTF8.self) } ?? "" }
        sheet.text(UserName.shown(text(0), text(1), language))
        sheet.text(text(2))
        sheet.text(text(3))
        if let minor = fields[4] {
            guard minor.count == 8 else { throw Problem.malformed }
            let currency = Currency(stored: text(5))
            sheet.decimal(
                minorUnits: Int64(bigEndian: minor.loadUnaligned(as: Int64.self)), places: currency.digits)
            sheet.text(currency.code)
        } else {
            sheet.empty()
            sheet.empty()
        }
        sheet.text(LocalText((RewardState(rawValue: text(6)) ?? .none).label).resolve(in: language))
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
}
