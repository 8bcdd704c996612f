import Console
import HTML
import Postgres
import Templates
import Web

/// Shows all changes of one cell of the grade table, and a form that changes it and takes a reason. The history stays
/// when the student or the assignment has left the class; then there is no form.
struct ShowCellHistory: Viewing {
    let (schoolClass, student, assignment): (ID, ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
        assignment = try request.id("assignment")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, students: [student], assignments: [], in: tx)
        guard let names = try tx.first(GradeQueries.names(of: student, assignment, in: schoolClass)) else {
            throw Refusal.notFound
        }
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        let row = try tx.first(GradeQueries.cells(of: schoolClass, students: [student], assignments: [assignment]))
        let title = [try names.text("student"), try names.text("assignment")].joined(in: actor.language)
        let (grade, version) = (try row.map { try Grade($0) } ?? .empty, try row?.int("version") ?? 0)
        let text = GradeText(actor.language)
        let isThere = book.line(student) != nil && book.column(assignment) != nil
        return CellHistoryPage(
            frame: actor.frame(
                title, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), book.schoolClass.link(actor))),
            title: title, grade: text.cell(grade),
            edit: isThere && actor.may(.editClasses) && !book.schoolClass.isArchived
                ? CellHistoryPage.Edit(
                    action: "\(book.schoolClass.link(actor))/students/\(student)/grades",
                    grade: Field(
                        "grade-\(assignment)", label: LocalText(Strings.gradebook_grade), value: text.cell(grade),
                        hint: LocalText(Strings.gradebook_form_help)), state: nil,
                    seen: HiddenValue("seen-\(assignment)", "\(version) \(grade.plain)"), why: ChangeReason().field)
                : nil,
            trail: try row.map { row in
                try ObjectTrail(of: row.id("id"), kinds: [.grade], in: tx, by: actor, limit: CellHistoryPage.most).card(
                    Strings.gradebook_history, in: tx, by: actor, services)
            })
    }
}

/// The same for a total that was set by hand; it is changed on the student's page.
struct ShowTotalHistory: Viewing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, students: [student], assignments: [], in: tx)
        guard let row = try tx.first(GradeQueries.total(of: student, in: schoolClass)) else { throw Refusal.notFound }
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        let text = GradeText(actor.language)
        let word = LocalText(Strings.gradebook_total).resolve(in: actor.language)
        let title = [try row.text("name"), word].joined(in: actor.language)
        // Totals that were set before they had a history have no events here.
        var note: LocalText?
        if try row.idOrNil("override_id") == nil, try row.bool("is_set") {
            if let by = try row.textOrNil("overridden_by"), let at = try row.localTimeOrNil("overridden") {
                note = Strings.gradebook_total_set_before(
                    name: by, time: Formatted.dateTime(LocalTime(microseconds: Int(at))))
            } else {
                note = LocalText(Strings.gradebook_total_set_unknown)
            }
        }
        return CellHistoryPage(
            frame: actor.frame(
                title, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), book.schoolClass.link(actor))),
            title: title, grade: book.line(student).map { text.percent(book.total($0).percent) } ?? "", note: note,
            edit: nil,
            trail: try row.idOrNil("override_id").map { id in
                try ObjectTrail(of: id, kinds: [.total], in: tx, by: actor, limit: CellHistoryPage.most).card(
                    Strings.gradebook_history, in: tx, by: actor, services)
            })
    }
}

/// The same for a mark of attendance.
struct ShowMarkHistory: Viewing {
    let (schoolClass, student, mark): (ID, ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
        mark = try request.id("mark")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let schoolClass = try SchoolClass.read(schoolClass, in: tx)
        guard let row = try tx.first(AttendanceQueries.mark(mark, of: student, in: schoolClass.id)) else {
            throw Refusal.notFound
        }
        let words = AttendanceWords(actor.language)
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        let day = LocalTime(dayNumber: try row.int("day_number"))
        let iso = day.isoDay
        let title = [try row.text("name"), DateStyle(actor.language).date(day)].joined(in: actor.language)
        let state = AttendanceState(rawValue: try row.text("state"))
        return CellHistoryPage(
            frame: actor.frame(
                title, services, current: "classes",
                crumb: (Strings.gradebook_person(name: schoolClass.name), schoolClass.link(actor))),
            title: title, grade: words.word(state),
            edit: try row.bool("is_here") && actor.may(.editClasses) && !schoolClass.isArchived
                ? CellHistoryPage.Edit(
                    action: "\(schoolClass.link(actor))/students/\(student)/attendance", grade: nil,
                    state: Choice(
                        "state-\(iso)", label: LocalText(Strings.gradebook_attendance), options: words.options(state)),
                    seen: HiddenValue("seen-\(iso)", "\(try row.int("version")) \(state?.rawValue ?? "")"),
                    why: ChangeReason().field) : nil,
            trail: try ObjectTrail(of: mark, kinds: [.attendance], in: tx, by: actor, limit: CellHistoryPage.most).card(
                Strings.gradebook_history, in: tx, by: actor, services))
    }
}
