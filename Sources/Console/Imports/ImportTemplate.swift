import HTML
import Postgres
import Sheets
import Templates
import Web

/// An empty file with the list's columns and two examples, one of which may have several rows; a workbook has
/// drop-down lists.
package struct ImportTemplate<Declared: ImportDeclaration>: Viewing {
    private let format: SheetFormat

    package init(_ request: WebRequest) { format = request.path.hasSuffix(".xlsx") ? .xlsx : .csv }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served {
        let columns = Declared.columns(of: actor.tenant, services)
        let language = actor.language
        let writer = format.writer(
            name: LocalText(Declared.menu).resolve(in: language), rightToLeft: language.direction == "rtl")
        writer.begin(
            columns: columns.map {
                SheetColumn(id: $0.name, title: $0.label.resolve(in: language), choices: $0.choices)
            })
        for row in 0..<(columns.map(\.examples.count).max() ?? 0) {
            for column in columns { writer.text(column.examples.indices.contains(row) ? column.examples[row] : "") }
            writer.endRow()
        }
        writer.finish()
        return .now(
            .download(
                writer.take(), name: "\(actor.tenant.slug)-\(Declared.list)-template.\(format.rawValue)",
                type: format.mediaType))
    }
}
