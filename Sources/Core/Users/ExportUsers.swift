import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

extension UserFilter {
    /// The list's columns are for the screen: a file has all of them.
    fileprivate static func export(_ query: Query) -> UserFilter {
        var filter = UserFilter(query)
        filter.columns = UserColumn.usual
        return filter
    }
}

/// Asks for the format and the reason.
struct ShowUserExport: Viewing {
    let filter: UserFilter

    init(_ request: WebRequest) { filter = .export(request.query) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try page(in: tx, by: actor, services)
    }

    func page(
        error: LocalText? = nil, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ExportPage {
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx)
        let counted = try tx.first(UserQueries.count(narrowed, limit: Totals.exactLimit + 1))?.int("n") ?? 0
        return ExportForm(
            title: Strings.export_title, menu: ("users", Strings.menu_users), list: actor.link("users"),
            count: counted > Totals.exactLimit
                ? Strings.export_count_more(total: Totals.exactLimit) : Strings.export_count_exact(total: counted),
            narrowing: UserFilterMenus.words(filter, actor.language), everything: Strings.export_all,
            lineHint: Strings.export_jsonl_hint, query: filter.query,
            isLarge: counted > ExportForm.largestAtOnce
        ).page(error: error, actor, services)
    }
}

/// The users of a filter as a file: exactly what the list shows, in its order, times in the tenant's zone.
struct ExportUsers: BackgroundFile {
    static let list = "users"

    private let filter: UserFilter
    private let export: ExportRequest
    private let form: ShowUserExport

    init(_ request: WebRequest) throws {
        filter = .export(request.query)
        export = try ExportRequest(request)
        form = ShowUserExport(request)
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        if export.lacksReason {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx)
        let language = actor.language
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text) -> SheetColumn {
            SheetColumn(id: id, title: LocalText(title).resolve(in: language), kind: kind)
        }
        return Download(
            record: ExportRecord(
                (.usersExported, .usersExportFinished, .usersExportBrokenOff), on: .users, export, filter: filter.query),
            name: "\(actor.tenant.slug)-users.\(export.format.rawValue)", format: export.format,
            columns: [
                column("id", Strings.user_id, .uuid), column("email", Strings.user_email),
                column("name", Strings.user_name),
                column("status", Strings.user_status), column("role", Strings.user_role),
                column("plan", Strings.user_plan),
                column("country", Strings.user_country), column("language", Strings.user_language),
                column("platform", Strings.user_platform), column("created", Strings.user_created, .time),
                column("seen", Strings.user_seen, .time),
            ],
            select: UserQueries.export(
                narrowed, order: UserQueries.order(filter.sort, reversed: false), zone: actor.tenant.zone),
            sheetName: LocalText(Strings.menu_users).resolve(in: language), isRightToLeft: language.direction == "rtl")
    }
}
