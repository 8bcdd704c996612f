import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Asks for the format and the reason.
struct ShowAuditExport: Viewing {
    let filter: AuditFilter

    init(_ request: WebRequest) { filter = AuditFilter(request.query) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try page(in: tx, by: actor, services)
    }

    func page(
        error: LocalText? = nil, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ExportPage {
        let narrowed = try AuditSearch.conditions(filter, by: actor, in: tx)
        let counting = try tx.send(AuditQueries.count(narrowed.conditions, limit: Totals.exactLimit + 1))
        let performers = try tx.send(AuditQueries.actors)
        let counted = try counting.rows().first?.int("n") ?? 0
        let people = try performers.rows().map { (id: try $0.id("actor_id"), name: try $0.text("actor_name")) }
        return ExportForm(
            title: Strings.audit_export_title, menu: ("audit", Strings.menu_audit), list: actor.auditLink,
            count: counted > Totals.exactLimit
                ? Strings.audit_export_count_more(total: Totals.exactLimit)
                : Strings.audit_export_count_exact(total: counted),
            narrowing: AuditFilterMenus.words(filter, object: "", people: people, actor.language),
            everything: Strings.audit_export_all, lineHint: Strings.audit_export_jsonl_hint,
            query: filter.query.map { (name: $0.0, value: $0.1) },
            isLarge: counted > ExportForm.largestAtOnce && !actor.tenant.isInstallation
        ).page(error: error, actor, services)
    }
}

/// The events of a filter as a file: exactly what the list shows, in its order. Personal values stand in clear only for
/// somebody who may see users.
struct ExportAudit: BackgroundFile {
    static let list = "audit"

    private let filter: AuditFilter
    private let export: ExportRequest
    private let form: ShowAuditExport

    init(_ request: WebRequest) throws {
        filter = AuditFilter(request.query)
        export = try ExportRequest(request)
        form = ShowAuditExport(request)
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        if export.lacksReason {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        let narrowed = try AuditSearch.plainConditions(filter, by: actor, in: tx)
        let (language, tenant, trail, seesUsers) = (actor.language, tx.tenant, services.trail, actor.may(.seeUsers))
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text, width: Int? = nil)
            -> SheetColumn
        {
            SheetColumn(id: id, title: LocalText(title).resolve(in: language), kind: kind, width: width)
        }
        let name = actor.tenant.isInstallation ? "roost" : actor.tenant.slug
        var download = Download(
            record: ExportRecord(
                (.auditExported, .auditExportFinished, .auditExportBrokenOff), on: .trail, export,
                filter: filter.query.map { (name: $0.0, value: $0.1) }),
            name: "\(name)-audit.\(export.format.rawValue)", format: export.format,
            columns: [
                column("number", Strings.audit_column_number, .integer), column("at", Strings.audit_column_at, .time),
                column("actor", Strings.audit_filter_actor), column("address", Strings.audit_column_address),
                column("did", Strings.audit_filter_action, width: 36), column("action", Strings.audit_column_action),
                column("kind", Strings.audit_filter_kind), column("object", Strings.audit_column_object),
                column("object_id", Strings.audit_column_object_id, .uuid),
                column("changes", Strings.audit_column_changes, width: 60),
                column("reason", Strings.export_reason, width: 40),
                column("request", Strings.audit_column_request), column("id", Strings.audit_column_id, .uuid),
            ],
            select: AuditQueries.export(narrowed, zone: actor.tenant.zone, opens: seesUsers),
            sheetName: LocalText(Strings.menu_audit).resolve(in: language), isRightToLeft: language.direction == "rtl")
        download.rows = { AuditSheetRows(trail: trail, tenant: tenant, seesUsers: seesUsers, language: language) }
        return download
    }
}
