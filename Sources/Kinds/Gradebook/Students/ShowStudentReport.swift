import Console
import HTML
import Postgres
import Templates
import Web

/// A printable report of one student in one class: grades, how the total was computed, attendance.
struct ShowStudentReport: Viewing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, in: tx)
        guard let line = book.line(student) else { throw Refusal.notFound }
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        let base: Link = "\(book.schoolClass.link(actor))/students/\(student)"
        return StudentReportPage(
            frame: actor.frame(
                book.students[line].name, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), book.schoolClass.link(actor))),
            report: try StudentReportMaker(book: book, line: line, language: actor.language).report(in: tx), back: base,
            links: actor.may(.editClasses) ? "\(base)/links" : nil)
    }
}

/// The content of the report, for every reader.
struct StudentReportMaker {
    let book: Book
    let line: Int
    let language: Language

    func report(in tx: borrowing TenantTransaction) throws -> StudentReport {
        let (student, total, text) = (book.students[line], book.total(line), GradeText(language))
        var attended = AttendanceCount()
        for row in try tx.rows(AttendanceQueries.rates(of: book.schoolClass.id))
        where try row.id("student_id") == student.id {
            attended = try AttendanceCount(row)
        }
        let numbers = NumberStyle(language)
        let words = AttendanceWords(language)
        var facts = [
            Fact(LocalText(Strings.gradebook_total), text.percent(total.percent)),
            Fact(LocalText(Strings.gradebook_letter), total.letter ?? "—"),
        ]
        // A reader of the total also sees that it was set by hand, and why.
        if total.override != nil {
            facts += [
                Fact(LocalText(Strings.gradebook_computed), text.percent(total.computed)),
                Fact(LocalText(Strings.gradebook_reason), student.overrideReason),
            ]
        }
        facts += [
            Fact(LocalText(Strings.gradebook_rate), words.rate(attended)),
            Fact(LocalText(Strings.gradebook_present), numbers.integer(attended.present)),
            Fact(LocalText(Strings.gradebook_absent), numbers.integer(attended.absent)),
            Fact(LocalText(Strings.gradebook_excused), numbers.integer(attended.excused)),
        ]
        let today = try tx.first(GradeQueries.today)?.text("day") ?? ""
        let how = HowComputed(book: book, text: text)
        let dropped = Set(total.parts.flatMap(\.dropped).map(\.assignment))
        return StudentReport(
            name: student.name, number: student.number, schoolClass: book.schoolClass.name, term: book.schoolClass.term,
            facts: facts,
            grades: book.assignments.indices.map { column in
                let assignment = book.assignments[column]
                return .init(
                    name: assignment.name, day: text.day(assignment.due),
                    category: book.rules.categories[book.rules.assignments[column].category].name,
                    grade: text.cell(book.cells[line][column].grade), possible: text.points(assignment.possible),
                    note: dropped.contains(column)
                        ? LocalText(Strings.gradebook_dropped)
                        : assignment.isExtra ? LocalText(Strings.gradebook_extra) : nil)
            }, how: how.parts(total), steps: how.steps(total),
            asOf: Strings.gradebook_as_of(
                day: LocalTime(day: today).map { DateStyle(language).date($0) } ?? today))
    }
}
