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
    ) throws -> UserExportPage {
        guard actor.tenant.holdsPeople else { throw Refusal.notFound }
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx)
        let counted = try tx.first(UserQueries.count(narrowed, limit: Totals.exactLimit + 1))?.int("n") ?? 0
        let base = "/t/\(actor.tenant.slug)/users" as Link
        return UserExportPage(
            frame: actor.frame(LocalText(Strings.export_title), services, current: "users", crumb: (LocalText(Strings.menu_users), base)),
            count: counted > Totals.exactLimit
                ? Strings.export_count_more(total: Totals.exactLimit) : Strings.export_count_exact(total: counted),
            narrowing: UserFilterMenus.words(filter, actor.language),
            formats: [
                ExportFormat(label: LocalText(Strings.export_csv), hint: LocalText(Strings.export_csv_hint), action: "/t/\(actor.tenant.slug)/users.csv", icon: "text"),
                ExportFormat(label: LocalText(Strings.export_xlsx), hint: LocalText(Strings.export_xlsx_hint), action: "/t/\(actor.tenant.slug)/users.xlsx", icon: "report"),
                ExportFormat(label: LocalText(Strings.export_jsonl), hint: LocalText(Strings.export_jsonl_hint), action: "/t/\(actor.tenant.slug)/users.jsonl", icon: "key"),
            ],
            hidden: filter.query.map { HiddenValue($0.name, $0.value) },
            reason: Field("reason", label: LocalText(Strings.export_reason), hint: LocalText(Strings.export_reason_hint), error: error, isRequired: true),
            cancel: filter.link(base))
    }
}

/// The users of a filter as a file: exactly what the list shows, in its order, times in the tenant's zone.
struct UserExport: Sendable {
    let filter: UserFilter
    let reason: String
    /// The page's form asks why; a script that asks for the file alone need not say.
    let cameFromForm: Bool
    private let form: ShowUserExport

    init(_ request: WebRequest) {
        filter = .export(request.query)
        form = ShowUserExport(request)
        cameFromForm = request.query["reason"] != nil
        reason = String((request.query.trimmed("reason") ?? "").prefix(500))
    }

    func prepare(
        _ format: SheetFormat, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Download {
        guard actor.tenant.holdsPeople else { throw Refusal.notFound }
        if cameFromForm, reason.isEmpty {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx)
        let language = actor.language
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text) -> SheetColumn {
            SheetColumn(id: id, title: LocalText(title).resolve(in: language), kind: kind)
        }
        // The search may be a name: it is sealed in no one's key, so only that there was one is written down.
        let asked = filter.query.map { $0.name == "q" ? "q" : "\($0.name)=\($0.value)" }.joined(separator: "&")
        return Download(
            begun: AuditEvent(
                .usersExported, on: .users,
                changes: [.init("format", new: format.rawValue), .init("filter", new: asked)], reason: reason),
            name: "\(actor.tenant.slug)-users.\(format.rawValue)", format: format,
            columns: [
                column("id", Strings.user_id, .uuid), column("email", Strings.user_email), column("name", Strings.user_name),
                column("status", Strings.user_status), column("role", Strings.user_role), column("plan", Strings.user_plan),
                column("country", Strings.user_country), column("language", Strings.user_language),
                column("platform", Strings.user_platform), column("created", Strings.user_created, .time),
                column("seen", Strings.user_seen, .time),
            ],
            select: UserQueries.export(
                narrowed, order: UserQueries.order(filter.sort, reversed: false), zone: actor.tenant.zone),
            sheetName: LocalText(Strings.menu_users).resolve(in: language), isRightToLeft: language.direction == "rtl")
    }
}

struct ExportUsersAsCSV: Downloading {
    let export: UserExport
    init(_ request: WebRequest) { export = UserExport(request) }
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        try export.prepare(.csv, in: tx, by: actor, services)
    }
}

struct ExportUsersAsXLSX: Downloading {
    let export: UserExport
    init(_ request: WebRequest) { export = UserExport(request) }
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        try export.prepare(.xlsx, in: tx, by: actor, services)
    }
}

struct ExportUsersAsJSONLines: Downloading {
    let export: UserExport
    init(_ request: WebRequest) { export = UserExport(request) }
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        try export.prepare(.jsonl, in: tx, by: actor, services)
    }
}
