import HTML
import Postgres
import Sheets
import Templates
import Web

/// The invalid rows as a workbook: unchanged, with a last column that gives the reason. After correction, the file
/// can be imported again.
package struct ExportWrongRows<Declared: ImportDeclaration>: Downloading {
    package static var holds: FileContent { Declared.isPersonal ? .personalData : .nothingPersonal }

    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("import") }

    package func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let found = try Import.one(id, of: Declared.list, in: tx, services)
        let language = actor.language
        var columns = found.columns.indices.map { index in
            SheetColumn(
                id: "c\(index)", title: found.head.titles.indices.contains(index) ? found.head.titles[index] : "")
        }
        columns.append(SheetColumn(id: "why", title: LocalText(Strings.import_why).resolve(in: language), width: 60))
        var download = Download(
            record: ExportRecord(
                .ofList(Declared.list), format: .xlsx, filter: [("import", id.description)],
                // No reason is asked for: these are rows of an uploaded file, exported for correction.
                reason: LocalText(Strings.import_wrong_reason).resolve(in: actor.fileLanguage)),
            name: "\(actor.tenant.slug)-\(Declared.list)-wrong.xlsx", format: .xlsx, columns: columns,
            zone: nil, select: ImportRowQueries.all(["wrong", "failed"], of: id),
            sheetName: LocalText(Strings.import_rows_wrong).resolve(in: language),
            isRightToLeft: language.direction == "rtl")
        let (tenant, count) = (tx.tenant, found.columns.count)
        let maker = ImportRowMaker<Declared>(found: found, actor: actor, services: services)
        download.rows = {
            WrongRow(id: found.id, tenant: tenant, count: count, language: language, keys: services.keys) {
                maker.place($0)
            }
        }
        return download
    }
}

/// Reads the row number and the sealed content.
private struct WrongRow: SheetRowMaking {
    var id: ID
    var tenant: ID
    var count: Int
    var language: Language
    var keys: InstallationKeys
    var place: @Sendable (String?) -> LocalText?

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 2, let number = fields[0], number.count == 8, let sealed = fields[1] else {
            throw CopyReader.Problem.malformed
        }
        let row = Int(Int64(bigEndian: number.loadUnaligned(as: Int64.self)))
        let content = try ImportContent.open(Array(sealed), row, of: id, tenant: tenant, keys)
        for index in 0..<count { sheet.text(content.cells.indices.contains(index) ? content.cells[index] : "") }
        let why = content.faults.map { fault in
            let text = fault.text.resolve(in: language)
            return place(fault.field).map { "\($0.resolve(in: language)): \(text)" } ?? text
        }
        sheet.text((["\(Strings.import_row_number(row: row).resolve(in: language))"] + why).joined(separator: "\n"))
    }
}
