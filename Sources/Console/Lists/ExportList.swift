import HTML
import Postgres
import Sheets
import Templates
import Web

/// A column of a list's file. The page's columns are for the screen; a file has columns of its own, with plain
/// values.
package struct FileColumn: Sendable {
    package var id: String
    package var title: StringKey
    package var kind: SheetColumn.Kind
    package var value: SQL
    /// True if it identifies a person.
    package private(set) var isPersonal = false

    package var personal: FileColumn {
        var column = self
        column.isPersonal = true
        return column
    }

    package static func text(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        FileColumn(id: id, title: title, kind: .text, value: value)
    }

    package static func uuid(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        FileColumn(id: id, title: title, kind: .uuid, value: value)
    }

    /// `value` is a bigint.
    package static func integer(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        FileColumn(id: id, title: title, kind: .integer, value: value)
    }

    /// `value` is a timestamptz; the file shows it in the tenant's zone.
    package static func time(_ id: String, _ title: StringKey, _ value: SQL) -> FileColumn {
        FileColumn(id: id, title: title, kind: .time, value: value)
    }

    package func select(zone: String) -> SQL {
        if case .time = kind { "(\(value)) at time zone \(zone)" } else { value }
    }
}

/// The rows of a declared list as a file: exactly those that the list shows, in its order.
package struct ExportList<Declared: DeclaredList>: ExportedFile {
    package static var path: String { Declared.list.path }
    package static var holds: FileContent { Declared.list.isPersonal ? .personalData : .nothingPersonal }

    private let address: ListAddress

    package init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) {
        address = ListAddress(Declared.list, question)
    }

    package var question: [(name: String, value: String)] { address.narrowing }
    package var title: StringKey { Declared.list.title }

    package func columns(_ actor: Actor) -> [SheetColumn] {
        Declared.list.file.map {
            SheetColumn(id: $0.id, title: LocalText($0.title).resolve(in: actor.language), kind: $0.kind)
        }
    }

    /// If a list marks no columns as personal, every file of it counts as a reading.
    package func isReading(_ columns: [SheetColumn]) -> Bool {
        let personal = Declared.list.file.filter(\.isPersonal).map(\.id)
        return Declared.list.isReading && (personal.isEmpty || columns.contains { personal.contains($0.id) })
    }

    package func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm {
        let list = Declared.list
        var address = address
        try address.find(address.queryChoices(in: tx, by: actor))
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
            // Outside tenants there are no background jobs; lists there are only as long as the number of tenants.
            isLarge: counted > ExportForm.largestAtOnce && !actor.tenant.isInstallation)
    }

    package func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        -> FileRows
    {
        FileRows(ListQueries.file(address, ListQueries.conditions(address, actor), zone: zone))
    }
}
