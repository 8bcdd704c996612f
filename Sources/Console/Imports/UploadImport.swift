import HTML
import Postgres
import Sheets
import Templates
import Web

/// Accepts a file, or pasted rows, and reads its start. The list is not changed.
package struct UploadImport<Declared: ImportDeclaration>: Changing {
    private let file: [UInt8]
    private let name: String
    private let pasted: String
    private let isTooLong: Bool
    private var beginning: Result<ImportFile, SheetProblem>?

    package init(_ request: WebRequest) throws {
        pasted = request.form["pasted"] ?? ""
        let sent = request.multipart?.files["file"]
        file = sent?.bytes ?? Array(pasted.utf8)
        name = sent?.name ?? ""
        isTooLong = sent?.isCut ?? false
    }

    private var isEmpty: Bool { file.isEmpty || name.isEmpty && pasted.trimmingSpaces.isEmpty }

    package mutating func receive(_ services: Services) async throws {
        guard !isTooLong, !isEmpty else { return }
        let file = file
        beginning = try await services.reading.atOnce {
            do {
                if let conversion = try Declared.conversion(of: file) { return .success(.converted(conversion)) }
                return .success(.read(try ImportBeginning(file, services)))
            } catch let problem as SheetProblem {
                return .failure(problem)
            }
        }
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        if isTooLong { throw try refusal(LocalText(Strings.import_too_large), in: tx, by: actor, services) }
        guard !isEmpty, let beginning else {
            let isChosen = !name.isEmpty
            throw try refusal(
                LocalText(isChosen ? Strings.import_problem_no_sheet : Strings.import_no_file), in: tx, by: actor,
                services)
        }
        let begun: (file: [UInt8], beginning: ImportBeginning, options: Set<String>)
        do {
            begun = try beginning.get().begun(file, in: tx, services)
        } catch let problem as SheetProblem {
            throw try refusal(problem.words, in: tx, by: actor, services)
        }
        if let strange = Self.strange(begun.beginning.head.titles, actor, services) {
            throw try refusal(strange, in: tx, by: actor, services)
        }
        guard try Imports.hasRoom(for: begun.file.count, in: tx) else {
            throw try refusal(SheetProblem(.noRoom).words, in: tx, by: actor, services)
        }
        let fileName =
            name.isEmpty ? LocalText(Strings.import_pasted_name).resolve(in: actor.language) : String(name.prefix(200))
        let (id, event) = try Imports.add(
            Declared.self, begun.file, begun.beginning, named: fileName, options: begun.options, in: tx, by: actor,
            services)
        return Change(event, next: .to("\(Declared.base(actor))/\(id)/matching"))
    }

    /// A file is stored for a while as it came. Where nothing about people may be stored, it may have none but the list's
    /// own columns. Returns a text that names the others.
    private static func strange(_ titles: [String], _ actor: Actor, _ services: Services) -> LocalText? {
        guard !actor.tenant.holdsPeople else { return nil }
        let known = ImportMatching.guess(titles, Declared.columns(of: actor.tenant, services))
        let strange = zip(titles, known).enumerated().filter { $0.element.1.isEmpty }.map { number, column in
            column.0.isEmpty
                ? Strings.import_untitled(number: number + 1).resolve(in: actor.language)
                : "\u{2068}\(column.0.prefix(40))\u{2069}"
        }
        return strange.isEmpty
            ? nil : Strings.import_strange_columns(columns: strange.prefix(10).joined(separator: ", "))
    }

    private func refusal(
        _ error: LocalText, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .form(try ShowImports<Declared>.page(pasted: pasted, error: error, in: tx, by: actor, services))
    }
}

/// The uploaded data: a table, or a conversion that makes one in the transaction.
enum ImportFile: Sendable {
    case read(ImportBeginning)
    case converted(ImportConversion)

    func begun(_ file: [UInt8], in tx: borrowing TenantTransaction, _ services: Services) throws -> (
        file: [UInt8], beginning: ImportBeginning, options: Set<String>
    ) {
        switch self {
        case .read(let beginning): return (file, beginning, [])
        case .converted(let conversion):
            let made = try conversion(tx)
            return (made.csv, try ImportBeginning(made.csv, services), made.options)
        }
    }
}

extension Imports {
    /// Stores a file, with the mapping guessed from its titles. The caller appends the event.
    static func add<Declared: ImportDeclaration>(
        _ declared: Declared.Type, _ file: [UInt8], _ begun: ImportBeginning, named name: String,
        options: Set<String>, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> (id: ID, event: AuditEvent) {
        var head = begun.head
        head.fileName = name
        let id = ID.make(at: actor.now)
        let chunks = try ImportSource.seal(file, of: id, tenant: tx.tenant, services.keys)
        try tx.execute(
            ImportQueries.add(
                id, tenant: tx.tenant, list: Declared.list, format: begun.format, dialect: begun.dialect,
                bytes: file.count, chunks: chunks.count,
                head: try head.sealed(of: id, tenant: tx.tenant, services.keys),
                columns: ImportMatching.guess(head.titles, Declared.columns(of: actor.tenant, services)), by: actor,
                expiresAt: actor.now.adding(seconds: Int64(Imports.days) * 86_400)))
        try tx.execute(ImportQueries.addChunks(chunks, of: id, tenant: tx.tenant))
        if !options.isEmpty { try tx.execute(ImportQueries.set(id, options: options.sorted())) }
        return (
            id,
            AuditEvent(
                .importUploaded, on: .import, id,
                changes: [.init("list", new: Declared.list), .init("format", new: begun.format.rawValue)])
        )
    }

    /// Starts the import of a CSV with the list's own columns that a program made: it is checked at once, and with
    /// `runs` also written, on behalf of the actor. Returns nil if there is no room for it.
    package static func begin<Declared: ImportDeclaration>(
        _ declared: Declared.Type, csv file: [UInt8], named name: String, options: Set<String>, runs: Bool,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ID? {
        guard try hasRoom(for: file.count, in: tx) else { return nil }
        let begun = try ImportBeginning(file, services)
        let (id, event) = try add(declared, file, begun, named: name, options: options, in: tx, by: actor, services)
        if runs { try tx.execute(ImportQueries.runAtOnce(id)) }
        try tx.execute(ImportQueries.transition(id, .checking, by: actor))
        try Jobs.add(ImportWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        try services.trail.append(event, by: actor, in: tx)
        return id
    }
}

/// The format of a file, and its first rows.
package struct ImportBeginning: Sendable {
    package var format: SheetFormat
    package var dialect = CSVDialect()
    package var head: Import.Head

    /// - Parameter chosen: an encoding that a person chose for a text; it overrides the detection.
    package init(_ file: [UInt8], chosen: CSVDialect.Encoding? = nil, _ services: Services) throws {
        format = Self.isWorkbook(file) ? .xlsx : .csv
        if format == .csv {
            var sniffer = CSVSniffer()
            sniffer.add(file)
            dialect = try sniffer.dialect(chosen: chosen)
        }
        head = try Import.Head(fileName: "", reader: try ImportSource.reader(file, format, dialect, services))
    }

    /// Detects by the content, whatever the file's name: a ZIP file, or a workbook with a password.
    package static func isWorkbook(_ file: [UInt8]) -> Bool {
        file.starts(with: [0x50, 0x4B, 3, 4]) || file.starts(with: [0x50, 0x4B, 5, 6])
            || file.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    }
}
