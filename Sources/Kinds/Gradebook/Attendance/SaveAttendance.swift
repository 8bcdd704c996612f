import Console
import HTML
import Postgres
import Templates
import Web

/// Saves one day of a class. Where somebody else has marked a student meanwhile, nothing is saved before that was seen.
struct SaveAttendance: Changing {
    let id: ID
    let day: String
    let isAllPresent: Bool
    let marks: [AttendanceMark]

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        guard let day = request.form["day"], LocalTime(day: day) != nil else { throw Refusal.notFound }
        self.day = day
        isAllPresent = request.form["all"] == "present"
        marks = AttendanceMark.read(request.form) { key in ID(key).map { ($0, day) } }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(id, in: tx)
        let book = try Book.read(id, in: tx)
        let here = Set(book.students.map(\.id))
        // "All present" fills what is empty, and changes nobody who is marked already.
        let wanted = marks.filter { here.contains($0.student) }.map { mark in
            AttendanceMark(
                student: mark.student, day: day,
                state: isAllPresent && mark.state.isEmpty ? AttendanceState.present.rawValue : mark.state,
                version: mark.version, was: mark.was)
        }
        let changes = try AttendanceChanges(wanted, of: id, in: tx, by: actor)
        guard changes.errors.isEmpty else {
            var maker = AttendancePageMaker(book: book, day: day, actor: actor)
            for (place, error) in changes.errors { maker.errors[place.student] = error }
            for mark in wanted where changes.errors[.init(student: mark.student, day: day)] == nil {
                maker.typed[mark.student] = mark.state
            }
            throw Refusal.changed(try maker.page(in: tx, services))
        }
        let event =
            changes.events.last ?? AuditEvent(.attendanceChanged, on: .schoolClass, id, name: book.schoolClass.name)
        try services.trail.append(changes.events.dropLast(), by: actor, in: tx)
        return Change(
            event,
            next: .to(
                Link("\(book.schoolClass.link(actor))/attendance").with(query: [("day", day)]),
                flash: Strings.gradebook_attendance_was_saved))
    }
}

/// Saves one student's days of a class.
struct SaveStudentAttendance: Changing {
    let (schoolClass, student): (ID, ID)
    let marks: [AttendanceMark]

    init(_ request: WebRequest) throws {
        let student = try request.id("student")
        (schoolClass, self.student) = (try request.id("class"), student)
        marks = AttendanceMark.read(request.form) { key in LocalTime(day: key) == nil ? nil : (student, key) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(schoolClass, in: tx)
        let book = try Book.read(schoolClass, in: tx)
        guard book.line(student) != nil else { throw Refusal.notFound }
        let changes = try AttendanceChanges(marks, of: schoolClass, in: tx, by: actor)
        var maker = StudentAttendanceMaker(book: book, student: student, actor: actor)
        guard changes.errors.isEmpty else {
            for (place, error) in changes.errors { maker.errors[place.day] = error }
            for mark in marks where changes.errors[.init(student: student, day: mark.day)] == nil {
                maker.typed[mark.day] = mark.state
            }
            throw Refusal.changed(try maker.page(in: tx, services))
        }
        let event =
            changes.events.last
            ?? AuditEvent(.attendanceChanged, on: .schoolClass, schoolClass, name: book.schoolClass.name)
        try services.trail.append(changes.events.dropLast(), by: actor, in: tx)
        return Change(
            event, next: .to("\(maker.here)/attendance", flash: Strings.gradebook_attendance_was_saved))
    }
}
