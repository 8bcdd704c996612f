import Console
import HTML
import Postgres
import Templates
import Web

/// One student's days in a class, the newest first.
struct ShowStudentAttendance: Viewing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, in: tx)
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        return try StudentAttendanceMaker(book: book, student: student, actor: actor).page(in: tx, services)
    }
}

struct StudentAttendanceMaker {
    private static let daysShown = 250

    let book: Book
    let student: ID
    let actor: Actor
    /// By day: the conflicts found while saving, and the typed marks.
    var errors: [String: LocalText] = [:]
    var typed: [String: AttendanceState?] = [:]
    var why = ChangeReason()

    var words: AttendanceWords { AttendanceWords(actor.language) }

    var here: Link { "\(book.schoolClass.link(actor))/students/\(student)" }

    func page(in tx: borrowing TenantTransaction, _ services: Services) throws -> StudentAttendancePage {
        guard let line = book.line(student) else { throw Refusal.notFound }
        let rows = try tx.rows(
            AttendanceQueries.days(of: book.schoolClass.id, student: student, limit: Self.daysShown + 1))
        // Counts all days, however many are listed, as the page of the class and the report do.
        let count =
            try tx.rows(AttendanceQueries.rates(of: book.schoolClass.id)).first {
                try $0.id("student_id") == student
            }.map { try AttendanceCount($0) } ?? AttendanceCount()
        let words = words
        let dates = DateStyle(actor.language)
        let days = try rows.prefix(Self.daysShown).map { row in
            let number = try row.int("day_number")
            let time = LocalTime(dayNumber: number)
            let iso = time.isoDay
            let state = AttendanceState(rawValue: try row.textOrNil("state") ?? "")
            let shown = typed[iso] ?? state
            return StudentAttendancePage.Day(
                day: "\(dates.weekday(time)), \(dates.date(time))",
                link: Link("\(book.schoolClass.link(actor))/attendance").with(query: [("day", iso)]),
                field: "state-\(iso)",
                seen: HiddenValue("seen-\(iso)", "\(try row.intOrNil("version") ?? 0) \(state?.rawValue ?? "")"),
                options: words.options(shown), error: errors[iso],
                history: try row.idOrNil("id").map { "\(here)/attendance/\($0)" })
        }
        let numbers = NumberStyle(actor.language)
        return StudentAttendancePage(
            frame: actor.frame(
                book.students[line].name, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), book.schoolClass.link(actor))),
            name: book.students[line].name, action: "\(here)/attendance", back: here,
            script: services.assets.file("grades.js"),
            mayChange: actor.may(.editClasses) && !book.schoolClass.isArchived, days: days,
            cut: rows.count > Self.daysShown ? Strings.gradebook_days_cut(count: Self.daysShown) : nil, why: why.field,
            facts: [
                Fact(LocalText(Strings.gradebook_rate), words.rate(count)),
                Fact(LocalText(Strings.gradebook_present), numbers.integer(count.present)),
                Fact(LocalText(Strings.gradebook_absent), numbers.integer(count.absent)),
                Fact(LocalText(Strings.gradebook_excused), numbers.integer(count.excused)),
            ])
    }
}
