import HTML
import Postgres
import Sheets
import Templates
import Web

/// A column of a list's file. What is shown on the page is for the screen; a file has all of its own, as values.
package struct FileColumn: Sendable {
    package var id: String
    package var title: StringKey
    package var kind: SheetColumn.Kind
    package var value: SQL

    package static func text(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        .init(id: id, title: title, kind: .text, value: value)
    }

    package static func uuid(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        .init(id: id, title: title, kind: .uuid, value: value)
    }

    /// `value` is a bigint.
    package static func integer(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        .init(id: id, title: title, kind: .integer, value: value)
    }

    /// `value` is a timestamptz; the file has it in the tenant's zone.
    package static func time(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        .init(id: id, title: title, kind: .time, value: value)
    }

    package func select(zone: String) -> SQL {
        if case .time = kind { "(\(value)) at time zone \(zone)" } else { value }
    }
}

/// Asks for the format and the reason.
package struct ShowListExport<Declared: DeclaredList>: Viewing {
    package let address: ListAddress

    package init(_ request: WebRequest) { address = ListAddress(Declared.list, request.query) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try page(error: nil, in: tx, by: actor, services)
    }

    package func page(
        error: LocalText?, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ExportPage {
        let list = Declared.list
        var address = address
        try address.find(address.queryChoices(in: tx))
        let counted =
            try tx.first(
                ListQueries.count(list, ListQueries.conditions(address, actor), limit: Totals.exactLimit + 1))?.int("n")
            ?? 0
        return ExportForm(
            title: Strings.list_export_title, menu: (list.path, list.title), list: actor.link(to: list),
            count: counted > Totals.exactLimit
                ? Strings.list_export_count_more(total: Totals.exactLimit) : Strings.list_export_count(total: counted),
            narrowing: address.wordsOfAll(actor), everything: Strings.list_export_all,
            lineHint: Strings.list_export_jsonl_hint,
            query: address.narrowing,
            // What stands outside of tenants has no background: its lists are as long as there are tenants.
            isLarge: counted > ExportForm.largestAtOnce && !actor.tenant.isInstallation
        ).page(error: error, actor, services)
    }
}

/// The rows of a declared list as a file: exactly those that the list shows, in its order.
package struct ExportList<Declared: DeclaredList>: BackgroundFile {
    package static var list: String { Declared.list.path }

    private let export: ExportRequest
    private let form: ShowListExport<Declared>

    package init(_ request: WebRequest) throws {
        export = try ExportRequest(request)
        form = ShowListExport(request)
    }

    package func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        if export.lacksReason {
            throw Refusal.form(try form.page(error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        let (list, address) = (Declared.list, form.address)
        let name = actor.tenant.isInstallation ? "roost" : actor.tenant.slug
        return Download(
            record: ExportRecord(
                (.listExported, .listExportFinished, .listExportBrokenOff), on: .list, export, list: list.path,
                filter: address.narrowing),
            name: "\(name)-\(list.path).\(export.format.rawValue)", format: export.format,
            columns: list.file.map {
                SheetColumn(id: $0.id, title: LocalText($0.title).resolve(in: actor.language), kind: $0.kind)
            },
            select: ListQueries.file(address, ListQueries.conditions(address, actor), zone: actor.tenant.zone),
            sheetName: LocalText(list.title).resolve(in: actor.language),
            isRightToLeft: actor.language.direction == "rtl")
    }
}
