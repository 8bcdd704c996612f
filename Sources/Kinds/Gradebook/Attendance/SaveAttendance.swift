import Console
import HTML
import Postgres
import Templates
import Web

/// Saves one day of a class. If another person marked a student meanwhile, nothing is saved until the form has shown
/// that.
struct SaveAttendance: Changing {
    let id: ID
    let day: String
    let isAllPresent: Bool
    let marks: [AttendanceMark]
    let why: ChangeReason

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        guard let typed = request.form["day"] else { throw Refusal.notFound }
        let day = TypedDay.iso(typed) ?? typed
        self.day = day
        isAllPresent = request.form["all"] == "present"
        marks = AttendanceMark.read(request.form) { key in ID(key).map { ($0, day) } }
        why = ChangeReason(request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let locked = try LockedBook.read(id, in: tx)
        let book = locked.book
        let here = Set(book.students.map(\.id))
        // "All present" marks only students without a mark.
        var wanted = marks.filter { here.contains($0.student) }
        if isAllPresent {
            for index in wanted.indices where wanted[index].state == nil { wanted[index].state = .present }
        }
        guard SchoolDay.isPossible(day) else {
            let today = try tx.first(GradeQueries.today)?.text("day") ?? ""
            var maker = AttendancePageMaker(book: book, day: today, actor: actor)
            (maker.why, maker.otherDay) = (why, (day, SchoolDay.fault(day)))
            for mark in wanted { maker.typed[mark.student] = .some(mark.state) }
            throw Refusal.form(try maker.page(in: tx, services))
        }
        let form = try AttendanceForm(wanted, in: book, tx, now: actor.now, why)
        guard form.isDone else {
            var maker = AttendancePageMaker(book: book, day: day, actor: actor)
            maker.why = why
            for (mark, stored) in form.conflicts { maker.errors[mark.student] = maker.words.conflict(stored, mark) }
            for mark in form.kept + form.refused { maker.typed[mark.student] = .some(mark.state) }
            guard form.refused.isEmpty else {
                maker.otherDay = (day, SchoolDay.isToCome(day))
                throw Refusal.form(try maker.page(in: tx, services))
            }
            throw form.changes.refusal(try maker.page(in: tx, services))
        }
        let event = try form.changes.writeForm(into: locked, tx, by: actor, services)
        return Change(
            event,
            next: .to(
                Link("\(book.schoolClass.link(actor))/attendance").with(query: [("day", day)]),
                flash: Strings.gradebook_attendance_was_saved))
    }
}

/// Saves one student's days in a class.
struct SaveStudentAttendance: Changing {
    let (schoolClass, student): (ID, ID)
    let marks: [AttendanceMark]
    let why: ChangeReason

    init(_ request: WebRequest) throws {
        let student = try request.id("student")
        (schoolClass, self.student) = (try request.id("class"), student)
        marks = AttendanceMark.read(request.form) { key in !SchoolDay.isPossible(key) ? nil : (student, key) }
        why = ChangeReason(request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let locked = try LockedBook.read(schoolClass, in: tx)
        guard locked.book.line(student) != nil else { throw Refusal.notFound }
        let form = try AttendanceForm(marks, in: locked.book, tx, now: actor.now, why)
        var maker = StudentAttendanceMaker(book: locked.book, student: student, actor: actor)
        guard form.isDone else {
            maker.why = why
            for (mark, stored) in form.conflicts { maker.errors[mark.day] = maker.words.conflict(stored, mark) }
            for mark in form.kept + form.refused { maker.typed[mark.day] = .some(mark.state) }
            for mark in form.refused { maker.errors[mark.day] = SchoolDay.isToCome(mark.day) }
            throw form.changes.refusal(try maker.page(in: tx, services))
        }
        let event = try form.changes.writeForm(into: locked, tx, by: actor, services)
        return Change(
            event, next: .to("\(maker.here)/attendance", flash: Strings.gradebook_attendance_was_saved))
    }
}
