import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// A class as a workbook with formulas, or its grade table as CSV. That it left is recorded before its first byte.
struct ExportClass: Downloading {
    private let id: ID
    private let isCSV: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        isCSV = request.path.hasSuffix(".csv")
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let schoolClass = try SchoolClass.read(id, in: tx)
        let (id, format) = (id, isCSV ? SheetFormat.csv : .xlsx)
        return Download(
            record: ExportRecord(
                AuditEvent(
                    .listExported, on: .schoolClass, id, name: schoolClass.name,
                    changes: [.init("format", new: format.rawValue)])),
            name: "\(actor.tenant.slug)-\(schoolClass.name.replacing(" ", with: "-")).\(format.rawValue)",
            format: format,
            pieces: 1
        ) { _, connection in
            let (book, attendance, revision) = try connection.inTenant(actor.tenant.id, .snapshot) { tx in
                try Declarations.current.raiseWalls(for: actor, on: connection)
                return (
                    try Book.read(id, in: tx), try ClassAttendance.read(id, in: tx),
                    try ClassRevision.read(id, in: tx)
                )
            }
            return format == .csv
                ? Self.csv(book, actor.language)
                : GradeWorkbook(book: book, attendance: attendance, language: actor.language, revision: revision)
                    .bytes()
        }
    }

    private static func csv(_ book: Book, _ language: Language) -> [UInt8] {
        let writer = CSVWriter(byteOrderMark: true)
        func word(_ key: StringKey) -> String { key.resolve(in: language) }
        writer.begin(
            columns: [
                SheetColumn(id: "student", title: word(Strings.gradebook_student)),
                SheetColumn(id: "number", title: word(Strings.gradebook_number)),
            ] + book.assignments.map { SheetColumn(id: $0.id.description, title: $0.name) } + [
                SheetColumn(id: "total", title: word(Strings.gradebook_total)),
                SheetColumn(id: "letter", title: word(Strings.gradebook_letter)),
            ])
        for (line, student) in book.students.enumerated() {
            writer.text(student.name)
            writer.text(student.number)
            for cell in book.cells[line] { writer.text(cell.grade.plain) }
            let total = book.total(line)
            if let percent = total.percent {
                writer.decimal(minorUnits: Int64(percent.tenths), places: 1)
            } else {
                writer.empty()
            }
            writer.text(total.letter ?? "")
            writer.endRow()
        }
        writer.finish()
        return writer.take()
    }
}

/// What can be taken out of a class, and brought into it, as a file.
struct ShowClassFiles: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        Self.page(try SchoolClass.read(id, in: tx), by: actor, services)
    }

    static func page(
        _ schoolClass: SchoolClass, pasted: String = "", error: LocalText? = nil, by actor: Actor, _ services: Services
    ) -> ClassFilesPage {
        let base = schoolClass.link(actor)
        return ClassFilesPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_files), services, current: "classes",
                crumb: (Strings.gradebook_person(name: schoolClass.name), base)),
            workbook: "\(base)/workbook.xlsx", csv: "\(base)/grades.csv",
            mayChange: actor.may(.editClasses) && !schoolClass.isArchived, action: "\(base)/files",
            file: FileField(
                "file", label: LocalText(Strings.gradebook_file), accept: ".xlsx,.csv,.tsv,.txt",
                hint: LocalText(Strings.gradebook_file_hint), error: error),
            pasted: pasted, back: base)
    }
}
