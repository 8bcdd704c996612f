import Console
import Core
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The rewards of one sponsor as a file for the sponsor to read: names and states in words, sums as they are paid, days. The list's own
/// export has keys and minor units, for programs.
struct RewardStatement: ExportedFile {
    static let path = RewardList.list.path

    private let list: ExportList<RewardList>
    private let address: ListAddress

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) {
        list = ExportList(question, in: tx, by: actor, services)
        address = ListAddress(RewardList.list, question)
    }

    var question: [(name: String, value: String)] { list.question }
    var title: StringKey { Strings.fitness_statement }

    func columns(_ actor: Actor) -> [SheetColumn] {
        let columns: [(id: String, title: StringKey, kind: SheetColumn.Kind)] = [
            ("recipient", Strings.fitness_recipient, .text), ("type", Strings.fitness_type, .text),
            ("reward", Strings.fitness_reward, .text), ("amount", Strings.payment_amount, .decimal),
            ("currency", Strings.tenant_currency, .text), ("state", Strings.fitness_state, .text),
            ("due", Strings.fitness_due_since, .date), ("given", Strings.fitness_given_at, .date),
        ]
        return columns.map {
            SheetColumn(id: $0.id, title: LocalText($0.title).resolve(in: actor.language), kind: $0.kind)
        }
    }

    /// It names recipients.
    func isReading(_ columns: [SheetColumn]) -> Bool { true }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm {
        try list.form(in: tx, by: actor, services)
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let language = actor.language
        let conditions = ListQueries.conditions(address, actor)
        return FileRows(
            """
            select recipients.name, recipients.email, coalesce((\(EntryNames.now("fitness_goals.entry_id", in: language))), entry.key),
                fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency, backings.reward_state,
                (backings.due_at at time zone \(zone))::date, (backings.given_at at time zone \(zone))::date
            from \(RewardList.list.from) where \(SQL.joined(conditions, by: " and ")) order by backings.due_at desc, backings.id
            """
        ) { StatementRows(language: language) }
    }
}

/// A reward in the file. A reward in words alone has no sum.
private struct StatementRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let language: Language

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 9 else { throw Problem.malformed }
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
        for place in [7, 8] {
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
