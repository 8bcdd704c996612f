import HTML
import Postgres
import Sheets
import Templates
import Web

/// Which file is wanted: all that making it takes. Whoever performs it (the download at once, the job in the background, a report's
/// mail) makes the same file.
package struct FileRequest: Sendable {
    /// Of an `ExportedFile`.
    package var path: String
    /// The list's filters, search and order, or what a report is asked.
    package var question: Query
    /// Names of the chosen columns; empty for all.
    package var columns: [String]
    /// Of its heads and words.
    package var language: Language
    /// On whose clock its times are; JSON Lines have UTC.
    package var zone: String
    package var format: SheetFormat
    package var reason: String

    package static let columnField = "file_column"
    package static let languageField = "file_language"
    private static let zoneField = "file_zone"
    /// What an address or a form says beside the question.
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

    /// As an address or a form has it. The language is the tenant's where none is chosen, the zone always.
    package init(_ path: String, _ format: SheetFormat, _ query: Query, by actor: Actor) {
        self.init(
            path: path, question: Query(query.items.filter { !Self.own.contains($0.name) }),
            columns: query.items.filter { $0.name == Self.columnField }.flatMap {
                $0.value.split(separator: ".").map(String.init)
            },
            language: query[Self.languageField].flatMap { Language(rawValue: $0) } ?? actor.fileLanguage,
            zone: actor.tenant.zone, format: format, reason: String((query.trimmed("reason") ?? "").prefix(500)))
    }

    // MARK: In the database

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

    // MARK: Performing it

    /// The file in the making. A name that is no column's is left out; without any that is one, the file has all.
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
        return download
    }

    /// The same with what a person asks for: without a reason the form comes again, and says so. What is taken out of
    /// lists that count as readings is recorded as one, in the transaction that begins the file.
    package func begin<File: ExportedFile>(
        _ type: File.Type, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Download {
        guard !reason.isEmpty else {
            throw Refusal.form(
                try page(type, error: LocalText(Strings.error_required), in: tx, by: actor, services))
        }
        let download = try download(type, in: tx, by: actor, services)
        if let reading = download.record.reading { try services.trail.append(reading, by: actor, in: tx) }
        return download
    }

    /// The page that asks for it, with what was chosen so far.
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
    /// That files are in where no other is chosen: the tenant's first that the console speaks.
    package var fileLanguage: Language {
        guard !tenant.isInstallation else { return language }
        return tenant.languages.lazy.compactMap { Language(code: $0) }.first ?? language
    }
}
