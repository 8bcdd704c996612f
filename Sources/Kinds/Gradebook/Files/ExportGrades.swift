import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The grade table of a class as a file: one row per student, without formulas.
struct ExportGrades: ExportedFile {
    static let path = "classes/:class/grades"
    static let recorded = ExportRecord.Actions.ofList("classes/grades")
    static let holds = FileContent.theirOwn(without: .seeAllClasses)

    private let book: Book

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        guard let id = question["class"].flatMap({ ID($0) }) else { throw Refusal.notFound }
        book = try Book.read(id, in: tx)
    }

    var question: [(name: String, value: String)] { [("class", book.schoolClass.id.description)] }
    var name: String { "grades-" + book.schoolClass.name.replacing(" ", with: "-") }
    var title: StringKey { Strings.gradebook_grades }

    func isReading(_ columns: [SheetColumn]) -> Bool { true }

    func columns(_ actor: Actor) -> [SheetColumn] {
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text) -> SheetColumn {
            SheetColumn(id: id, title: title.resolve(in: actor.language), kind: kind)
        }
        return [column("student", Strings.gradebook_student), column("number", Strings.gradebook_number)]
            + book.assignments.map { SheetColumn(id: $0.id.description, title: $0.name) }
            + [column("total", Strings.gradebook_total, .decimal), column("letter", Strings.gradebook_letter)]
    }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> ExportForm {
        let base = book.schoolClass.link(actor)
        return ExportForm(
            title: Strings.gradebook_grades_export, menu: ("classes", Strings.gradebook_files), list: "\(base)/grades",
            count: Strings.gradebook_students_count(count: book.students.count),
            narrowing: [[book.schoolClass.name, book.schoolClass.term].joined(in: actor.language)],
            everything: Strings.gradebook_grades,
            lineHint: Strings.list_export_jsonl_hint, back: "\(base)/files")
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let book = book
        return FileRows(GradeQueries.table(of: book.schoolClass.id)) { GradeFileRows(book: book) }
    }
}

/// A student's row, with the total computed from its cells by the rules of the class.
private struct GradeFileRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    /// The assignments and rules of the class; the cells are in the rows.
    let book: Book

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 4 else { throw Problem.malformed }
        let texts = fields.map { $0.map { String(decoding: $0, as: UTF8.self) } }
        var grades: [ID: Grade] = [:]
        for line in (texts[3] ?? "").split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 3, let assignment = ID(String(parts[0])) else { throw Problem.malformed }
            grades[assignment] = try Grade(points: parts[1].isEmpty ? nil : String(parts[1]), mark: String(parts[2]))
        }
        let cells = book.assignments.map { grades[$0.id] ?? .empty }
        let total = book.rules.total(cells, override: texts[2].flatMap { Percent(plain: $0) })
        sheet.text(texts[0] ?? "")
        sheet.text(texts[1] ?? "")
        for grade in cells {
            if grade.mark == nil, let points = grade.points {
                sheet.decimal(minorUnits: Int64(points.thousandths / points.unit), places: points.placesNeeded)
            } else {
                sheet.text(grade.plain)
            }
        }
        if let percent = total.percent {
            sheet.decimal(minorUnits: Int64(percent.tenths), places: 1)
        } else {
            sheet.empty()
        }
        sheet.text(total.letter ?? "")
    }
}
