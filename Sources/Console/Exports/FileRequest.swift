import HTML
import Postgres
import Sheets
import Templates
import Web

/// The complete description of a file. The direct download, the background job and a report's mail make the same file
/// from it.
package struct FileRequest: Sendable {
    /// The path of an `ExportedFile`.
    package var path: String
    /// The list's filters, search and order, or the parameters of a report.
    package var question: Query
    /// The names of the chosen columns; empty for all.
    package var columns: [String]
    /// The language of its titles and words.
    package var language: Language
    /// The zone of its times; JSON Lines use UTC.
    package var zone: String
    package var format: SheetFormat
    package var reason: String

    package static let columnField = "file_column"
    package static let languageField = "file_language"
    private static let zoneField = "file_zone"
    /// The parameters of an address or a form that do not belong to the question.
    private static let own: Set = ["csrf", "format", "reason", StepUp.field, columnField, languageField, zoneField]

    package init(
        path: String, question: Query, columns: [String] = [], language: Language, zone: String, format: SheetFormat,
        reason: String
    ) {
        self.path = path
        self.question = question
        self.columns = columns
        self.language = language
        self.zone = zone
        self.format = format
        self.reason = reason
    }

    /// Reads an address or a form. The language is the tenant's if none is chosen, the zone always is.
    package init(_ path: String, _ format: SheetFormat, _ query: Query, by actor: Actor) {
        self.init(
            path: path, question: Query(query.items.filter { !Self.own.contains($0.name) }),
            columns: query.items.filter { $0.name == Self.columnField }.flatMap {
                $0.value.split(separator: ".").map(String.init)
            },
            language: query[Self.languageField].flatMap { Language(rawValue: $0) } ?? actor.fileLanguage,
            zone: actor.tenant.zone, format: format, reason: query.trimmed("reason") ?? "")
    }

    // MARK: Storage

    /// Question, columns and zone; the rest has columns of its own.
    package var stored: Query {
        Query(
            question.items.map { ($0.name, $0.value) }
                + columns.map { (Self.columnField, $0) } + [(Self.zoneField, zone)])
    }

    /// - Parameter zone: for a row that an earlier version stored without one.
    package init(
        _ path: String, _ format: SheetFormat, stored: Query, language: Language, zone: String, reason: String
    ) {
        self.init(
            path: path, question: Query(stored.items.filter { !Self.own.contains($0.name) }),
            columns: stored.items.filter { $0.name == Self.columnField }.map(\.value), language: language,
            zone: stored[Self.zoneField] ?? zone, format: format, reason: reason)
    }

    // MARK: Making the file

    /// Returns the file to be made. Unknown column names are ignored; if no known one is left, the file has all
    /// columns.
    package func download<File: ExportedFile>(
        _ type: File.Type, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Download {
        var actor = actor
        actor.language = language
        let file = try File(question, in: tx, by: actor, services)
        let all = file.columns(actor)
        let known = all.map { columns.contains($0.id) }
        let isChosen = known.contains(true) ? known : known.map { _ in true }
        let chosen = zip(all, isChosen).filter(\.1).map(\.0)
        let clock = format == .jsonl ? SheetFormat.linesZone : zone
        let rows = try file.rows(zone: clock, in: tx, by: actor, services)
        let owner = actor.tenant.isInstallation ? "roost" : actor.tenant.slug
        var download = Download(
            record: ExportRecord(
                File.recorded, self, filter: file.question, columns: chosen.count < all.count ? chosen.map(\.id) : nil,
                isReading: file.isReading(chosen), by: actor),
            name: "\(owner)-\(file.name).\(format.rawValue)", format: format, columns: all, isChosen: isChosen,
            zone: clock, select: rows.select, sheetName: LocalText(file.title).resolve(in: language),
            isRightToLeft: language.direction == "rtl")
        download.rows = rows.maker
        download.above = rows.above
        return download
    }

    /// The same for an admin's request: without a reason, or with one too long to be stored, the form is shown again
    /// with that error. If the file counts as a reading, it is recorded in the transaction that starts the file.
    package func begin<File: ExportedFile>(
        _ type: File.Type, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Download {
        if let error = Reason.fault(reason) {
            throw Refusal.form(try page(type, error: error, in: tx, by: actor, services))
        }
        let download = try download(type, in: tx, by: actor, services)
        if let reading = download.record.reading { try services.trail.append(reading, by: actor, in: tx) }
        return download
    }

    /// Returns the page that requests the file, with the choices so far.
    package func page<File: ExportedFile>(
        _ type: File.Type, error: LocalText? = nil, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> ExportPage {
        let file = try File(question, in: tx, by: actor, services)
        return try file.form(in: tx, by: actor, services).page(
            self, columns: file.columns(actor), question: file.question, error: error, actor, services)
    }
}

extension Actor {
    /// The default language of files: the tenant's first language that the console supports.
    package var fileLanguage: Language {
        guard !tenant.isInstallation else { return language }
        return tenant.firstLanguage ?? language
    }
}

extension Tenant {
    /// The first of its languages that the console supports.
    package var firstLanguage: Language? { languages.lazy.compactMap { Language(code: $0) }.first }

    /// The language of what is made for a user: their own if the tenant has it, or else the tenant's first.
    package func language(of code: String) -> Language {
        let own = Language(code: code)
        let isHad = own != nil && languages.contains { Language(code: $0) == own }
        return (isHad ? own : firstLanguage ?? own) ?? .en
    }
}
