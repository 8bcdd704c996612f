import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Exports the users of a filter as a file: exactly what the list shows, in its order.
struct ExportUsers: ExportedFile {
    static let path = "users"
    static let recorded = ExportRecord.Actions(
        begun: .usersExported, finished: .usersExportFinished, brokenOff: .usersExportBrokenOff, on: .users)
    static let holds = FileContent.personalData

    private let filter: UserFilter

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) {
        var filter = UserFilter(question)
        // The chosen columns are for the screen only.
        filter.columns = UserFilter.usualColumns
        self.filter = filter
    }

    var question: [(name: String, value: String)] { filter.query }
    var title: StringKey { Strings.menu_users }

    func columns(_ actor: Actor) -> [SheetColumn] {
        UserFields.file.compactMap { field in
            field.file.map {
                SheetColumn(id: field.name, title: LocalText(field.label).resolve(in: actor.language), kind: $0)
            }
        }
    }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm {
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx, of: actor.tenant, services)
        let counted = try tx.first(UserQueries.count(narrowed, limit: Totals.exactLimit + 1))?.int("n") ?? 0
        return ExportForm(
            title: Strings.export_title, menu: ("users", Strings.menu_users), list: actor.link("users"),
            count: counted > Totals.exactLimit
                ? Strings.export_count_more(total: Totals.exactLimit) : Strings.export_count_exact(total: counted),
            narrowing: UserFilterMenus.words(filter, actor.language), everything: Strings.export_all,
            lineHint: Strings.export_jsonl_hint, isLarge: counted > ExportForm.largestAtOnce)
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> FileRows
    {
        FileRows(
            UserQueries.export(
                try UserSearch.conditions(filter, now: actor.now, in: tx, of: actor.tenant, services),
                order: UserQueries.order(filter.sort).sql, zone: zone))
    }
}
