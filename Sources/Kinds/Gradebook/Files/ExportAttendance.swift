import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The attendance of a class as a file: one row per student, one column per day.
struct ExportAttendance: ExportedFile {
    static let path = "classes/:class/attendance"
    static let recorded = ExportRecord.Actions.ofList("classes/attendance")
    static let holds = FileContent.theirOwn(without: .seeAllClasses)

    private let schoolClass: SchoolClass
    private let students: Int
    /// In calendar order, as days since 1970.
    private let days: [Int]
    /// Days after it do not count.
    private let today: String

    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        guard let id = question["class"].flatMap({ ID($0) }) else { throw Refusal.notFound }
        schoolClass = try SchoolClass.read(id, in: tx)
        students = try tx.rows(ClassQueries.students(of: id)).count
        days = try tx.rows(AttendanceQueries.days(of: id, limit: Self.mostDays)).map { try $0.int("day_number") }
            .sorted()
        today = try tx.first(GradeQueries.today)?.text("day") ?? ""
    }

    /// More than a class meets in ten years.
    private static let mostDays = 4000

    var question: [(name: String, value: String)] { [("class", schoolClass.id.description)] }
    var name: String { "attendance-" + schoolClass.name.replacing(" ", with: "-") }
    var title: StringKey { Strings.gradebook_attendance }

    func isReading(_ columns: [SheetColumn]) -> Bool { true }

    func columns(_ actor: Actor) -> [SheetColumn] {
        func column(_ id: String, _ title: StringKey, _ kind: SheetColumn.Kind = .text) -> SheetColumn {
            SheetColumn(id: id, title: title.resolve(in: actor.language), kind: kind)
        }
        return [column("student", Strings.gradebook_student), column("number", Strings.gradebook_number)]
            + dates.map { SheetColumn(id: $0, title: $0) }
            + [
                column("present", Strings.gradebook_present, .decimal),
                column("absent", Strings.gradebook_absent, .decimal),
                column("excused", Strings.gradebook_excused, .decimal),
                column("rate", Strings.gradebook_rate, .decimal),
            ]
    }

    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> ExportForm {
        let base = schoolClass.link(actor)
        return ExportForm(
            title: Strings.gradebook_attendance_export, menu: ("classes", Strings.gradebook_files),
            list: "\(base)/attendance", count: Strings.gradebook_students_count(count: students),
            narrowing: [[schoolClass.name, schoolClass.term].joined(in: actor.language)],
            everything: Strings.gradebook_attendance,
            lineHint: Strings.list_export_jsonl_hint, back: "\(base)/files")
    }

    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) -> FileRows {
        let (dates, today) = (dates, today)
        return FileRows(AttendanceQueries.table(of: schoolClass.id)) { AttendanceFileRows(days: dates, today: today) }
    }

    private var dates: [String] { days.map { LocalTime(dayNumber: $0).isoDay } }
}

/// A student's row: a letter for each day, and the numbers that follow from them.
private struct AttendanceFileRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    /// `yyyy-mm-dd`, in the order of the columns.
    let days: [String]
    let today: String

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 3 else { throw Problem.malformed }
        let texts = fields.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "" }
        var (states, count): ([String: AttendanceState], AttendanceCount) = ([:], AttendanceCount())
        for line in texts[2].split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Problem.malformed }
            let state = AttendanceState(rawValue: String(parts[1]))
            states[String(parts[0])] = state
            if parts[0] <= today { count.add(state) }
        }
        sheet.text(texts[0])
        sheet.text(texts[1])
        for day in days { sheet.text(states[day]?.letter ?? "") }
        for number in [count.present, count.absent, count.excused] {
            sheet.decimal(minorUnits: Int64(number), places: 0)
        }
        if let rate = count.rate { sheet.decimal(minorUnits: Int64(rate.tenths), places: 1) } else { sheet.empty() }
    }
}
