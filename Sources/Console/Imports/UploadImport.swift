import HTML
import Postgres
import Sheets
import Templates
import Web

/// Takes a file, or pasted rows, and looks what is in it. Nothing of the list is touched.
package struct UploadImport<Declared: ImportDeclaration>: Changing {
    private let file: [UInt8]
    private let name: String
    private let pasted: String
    private let isTooLong: Bool

    package init(_ request: WebRequest) throws {
        pasted = request.form["pasted"] ?? ""
        let sent = request.multipart?.files["file"]
        file = sent?.bytes ?? Array(pasted.utf8)
        name = sent?.name ?? ""
        isTooLong = sent?.isCut ?? false
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        if isTooLong { throw try refusal(LocalText(Strings.import_too_large), in: tx, by: actor, services) }
        if file.isEmpty || name.isEmpty && pasted.trimmingSpaces.isEmpty {
            throw try refusal(LocalText(Strings.import_no_file), in: tx, by: actor, services)
        }
        let (format, dialect, head): (SheetFormat, CSVDialect, Import.Head)
        do {
            format = Self.isWorkbook(file) ? .xlsx : .csv
            var sniffer = CSVSniffer()
            if format == .csv { sniffer.add(file) }
            dialect = format == .csv ? try sniffer.dialect() : CSVDialect()
            head = try Import.Head(
                fileName: name.isEmpty ? LocalText(Strings.import_pasted_name).resolve(in: actor.language) : name,
                reader: try ImportSource.reader(file, format, dialect))
        } catch let problem as SheetProblem {
            throw try refusal(problem.words, in: tx, by: actor, services)
        }
        let id = ID.make(at: actor.now)
        let chunks = try ImportSource.seal(file, of: id, tenant: tx.tenant, services.keys)
        try tx.execute(
            ImportQueries.add(
                id, tenant: tx.tenant, list: Declared.list, format: format, dialect: dialect, bytes: file.count,
                chunks: chunks.count,
                head: try head.sealed(of: id, tenant: tx.tenant, services.keys),
                columns: ImportMatching.guess(head.titles, Declared.columns(of: actor.tenant, services)), by: actor,
                expiresAt: actor.now.adding(seconds: Int64(Imports.days) * 86_400)))
        try tx.execute(ImportQueries.addChunks(chunks, of: id, tenant: tx.tenant))
        return Change(
            AuditEvent(
                .importUploaded, on: .import, id,
                changes: [.init("list", new: Declared.list), .init("format", new: format.rawValue)]),
            next: .to("\(Declared.base(actor))/\(id)/matching"))
    }

    private func refusal(
        _ error: LocalText, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .form(try ShowImports<Declared>.page(pasted: pasted, error: error, in: tx, by: actor, services))
    }

    /// By what is in it, whatever it is called: a ZIP file, or what a password makes of a workbook.
    private static func isWorkbook(_ file: [UInt8]) -> Bool {
        file.starts(with: [0x50, 0x4B, 3, 4]) || file.starts(with: [0x50, 0x4B, 5, 6])
            || file.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    }
}
