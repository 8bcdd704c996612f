import HTML
import Postgres
import Templates
import Web

/// The page with the upload form and earlier imports.
package struct ShowImports<Declared: ImportDeclaration>: Viewing {
    package init(_ request: WebRequest) {}

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        return try Self.page(in: tx, by: actor, services)
    }

    package static func page(
        pasted: String = "", error: LocalText? = nil, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> ImportListPage {
        let base = Declared.base(actor)
        let rows = try tx.rows(ImportQueries.latest(of: Declared.list)).map { row in
            let found = try Import(row, tenant: tx.tenant, services.keys)
            return WorkTable.Row(
                link: "\(base)/\(found.id)", name: found.head.fileName, state: found.state.badge,
                third: found.createdName,
                when: DurationStyle(actor.language).ago(
                    seconds: Int(max(0, actor.now.seconds - found.createdAt.seconds))))
        }
        return ImportListPage(
            frame: actor.frame(
                LocalText(Declared.title), services, current: Declared.list,
                crumb: (LocalText(Declared.menu), actor.link(Declared.list))),
            action: base,
            file: FileField(
                "file", label: LocalText(Strings.import_file), accept: Declared.fileEndings,
                hint: Declared.fileHint(size: Formatted.bytes(Imports.largest / 1_000_000 * 1_000_000)),
                error: error),
            pasted: pasted,
            columns: Declared.columns(of: actor.tenant, services).map {
                .init(label: $0.label, hint: $0.hint, isRequired: $0.isRequired)
            },
            past: WorkTable(
                label: LocalText(Strings.import_past), head: LocalText(Strings.import_file),
                third: LocalText(Strings.work_by), rows: rows),
            templateCSV: "\(base)/template.csv", templateXLSX: "\(base)/template.xlsx", advice: Declared.advice,
            days: Imports.days)
    }
}
