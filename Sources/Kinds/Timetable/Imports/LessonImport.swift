import Console
import HTML
import Postgres
import Sheets
import Templates

/// Imports lessons into the draft from a file. A row matches a lesson by its id, else by its content and time; a row
/// without a match adds a lesson. Nothing is published.
enum LessonImport: ImportDeclaration {
    static let list = LessonList.list.path
    static let title = Strings.timetable_import
    static let menu = Strings.timetable_lessons
    static let permission = Permission.editTimetable
    static let object = ObjectKind.lesson
    static let isPersonal = false
    static let staysWhenUndone = false
    static let entryColumn: String? = nil
    /// Groups, teachers, rooms and subjects that are named but do not exist are added.
    static let missing = "missing"
    /// The file has complete schedules of groups: lessons that it no longer contains are removed. The kind of file
    /// sets this option, no admin.
    static let source = "source"
    static let options = [
        ImportOption(missing, Strings.timetable_import_missing, hint: Strings.timetable_import_missing_hint)
    ]

    /// The term of rows that name none. The file of a server, whose rows have days, says itself which.
    static let term = "term"

    static func choices(
        _ columns: [String], _ options: Set<String>, in tx: borrowing TenantTransaction
    ) throws -> [ImportChoice] {
        guard !options.contains(source) else { return [] }
        let terms = try tx.rows(TermQueries.all).map {
            (id: try $0.id("id"), name: try $0.text("name"), days: try $0.int("first_day")...$0.int("last_day"))
        }
        guard !terms.isEmpty else { return [] }
        let today = try Today.number(in: tx)
        // The one that is running; of several nobody can tell which is meant.
        let open = terms.count == 1 ? terms : terms.filter { $0.days.contains(today) }
        return [
            ImportChoice(
                term, Strings.timetable_import_term, hint: Strings.timetable_import_term_choice_hint,
                values: terms.map { ($0.id.description, $0.name) },
                usual: open.count == 1 ? open.first?.id.description : nil,
                required: columns.contains(term) ? nil : Strings.timetable_error_import_term)
        ]
    }

    static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] { LessonCells.columns }

    static let fileEndings = ".csv,.tsv,.txt,.xlsx,.json"
    static func fileHint(size: Formatted) -> LocalText { Strings.timetable_import_file_hint(size: size) }

    static func conversion(of file: [UInt8]) throws(SheetProblem) -> ImportConversion? {
        guard let schedules = try CompatibleFile.schedules(file) else { return nil }
        return { tx in (try CompatibleRows(schedules).csv(in: tx), [source]) }
    }

    static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] {
        try LessonBatch(rows, isPreview: true, in: tx).verdicts
    }

    static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent]) {
        try tx.execute(LessonImportQueries.lockTerms)
        let batch = try LessonBatch(rows, isPreview: false, in: tx)
        try batch.store(in: tx, by: actor)
        // The database writes the lessons while what became of them is put into words.
        try tx.start()
        return (batch.verdicts, batch.events)
    }

    /// Added lessons are deleted; changed ones get their earlier values back, by the same rules as a row of a file.
    static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent]) {
        try tx.execute(LessonImportQueries.lockTerms)
        let items = rows.map { row in
            var values = ["id": row.object.description]
            if row.wasAdded {
                values["remove"] = "yes"
            } else {
                for change in row.changes {
                    values[change.field] = change.old.flatMap { $0.isEmpty ? nil : $0 } ?? LessonCells.none
                }
            }
            return ImportItem(rows: [.init(number: 0, values: values)], seen: (row.object, row.version))
        }
        let batch = try LessonBatch(items, isPreview: false, in: tx)
        try batch.store(in: tx, by: actor)
        var versions: [ID: Int] = [:]
        for verdict in batch.verdicts where verdict.state != .wrong {
            if let id = verdict.object { versions[id] = verdict.version }
        }
        return (versions, batch.events)
    }
}
