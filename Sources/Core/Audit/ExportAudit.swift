import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Exports the events of a filter as a file: exactly what the list shows, in its order. Personal values are readable
/// only for an admin who may see users.
struct ExportAudit: ExportedFile {
    static let path = "audit"
    static let recorded = ExportRecord.Actions(
        begun: .auditExported, finished: .auditExportFinished, brokenOff: .auditExportBrokenOff, on: .trail)
    static let holds = FileContent.personalData

    private let filter: AuditFilter

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) {
        filter = AuditFilter(question)
    }

    var question: [(name: String, value: String)] { filter.query.map { (name: $0.0, value: $0.1) } }
    var title: StringKey { Strings.menu_audit }

    func columns(_ actor: Actor) -> [SheetColumn] {
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text, width: Int? = nil)
            -> SheetColumn
        {
            SheetColumn(id: id, title: LocalText(title).resolve(in: actor.language), kind: kind, width: width)
        }
        return [
            column("number", Strings.audit_column_number, .integer), column("at", Strings.audit_column_at, .time),
            column("actor", Strings.audit_filter_actor), column("address", Strings.audit_column_address),
            column("did", Strings.audit_filter_action, width: 36), column("action", Strings.audit_column_action),
            column("kind", Strings.audit_filter_kind), column("object", Strings.audit_column_object),
            column("object_id", Strings.audit_column_object_id, .uuid),
            column("changes", Strings.audit_column_changes, width: 60),
            column("reason", Strings.export_reason, width: 40),
            column("request", Strings.audit_column_request), column("id", Strings.audit_column_id, .uuid),
        ]
    }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm {
        let narrowed = try AuditSearch.conditions(filter, by: actor, in: tx, services.trail)
        let counting = try tx.send(AuditQueries.count(narrowed.conditions, limit: Totals.exactLimit + 1))
        let performers = try tx.send(AuditQueries.actors)
        let counted = try counting.rows().first?.int("n") ?? 0
        let people = try performers.rows().map { (id: try $0.id("actor_id"), name: try $0.text("actor_name")) }
        return ExportForm(
            title: Strings.audit_export_title, menu: ("audit", Strings.menu_audit), list: actor.auditLink,
            count: counted > Totals.exactLimit
                ? Strings.audit_export_count_more(total: Totals.exactLimit)
                : Strings.audit_export_count_exact(total: counted),
            narrowing: AuditFilterMenus.words(filter, object: "", people: people, for: actor),
            everything: Strings.audit_export_all, lineHint: Strings.audit_export_jsonl_hint,
            isLarge: counted > ExportForm.largestAtOnce && !actor.tenant.isInstallation)
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> FileRows
    {
        let narrowed = try AuditSearch.plainConditions(filter, by: actor, in: tx, services.trail)
        let names = try AuditedNames(narrowed, in: tx, by: actor)
        let (language, tenant, trail, seesUsers) = (actor.language, tx.tenant, services.trail, actor.may(.seeUsers))
        return FileRows(AuditQueries.export(narrowed, zone: zone, opens: seesUsers)) {
            AuditSheetRows(trail: trail, tenant: tenant, seesUsers: seesUsers, language: language, names: names)
        }
    }
}
