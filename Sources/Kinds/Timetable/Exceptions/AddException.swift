import Console
import HTML
import Postgres
import Templates
import Web

/// Cancels a lesson on one day, moves it to another day or room, or gives it other teachers. It takes effect at once.
struct AddException: Changing {
    private let id: ID
    private let typed: Query

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        typed = request.form
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        let form = LessonForm(stored.lesson, in: stored.term)
        let term = stored.term
        guard let day = typed["day"].flatMap({ CalendarDay($0)?.number }),
            try LessonDay.days(of: stored.lesson.content, term.calendar).contains(day)
                || LessonDay.published(id, term, in: tx)?.contains(day) == true
        else { throw try refusal(LocalText(Strings.error_day), stored, in: tx, by: actor, services) }
        guard let kind = typed["change"].flatMap({ ExceptionKind(rawValue: $0) }) else {
            throw try refusal(LocalText(Strings.error_choice), stored, in: tx, by: actor, services)
        }
        var named = form
        named.errors = [:]
        named.values["room"] = typed.trimmed("new_room") ?? ""
        named.values["teachers"] = typed.trimmed("new_teachers") ?? ""
        let (room, teachers) = try named.named(in: tx)
        if let wrong = named.errors["room"] ?? named.errors["teachers"] {
            throw try refusal(wrong, stored, in: tx, by: actor, services)
        }
        var moved: (day: Int, time: Range<Int>)?
        if kind == .moved {
            guard let to = typed["new_day"].flatMap({ CalendarDay($0)?.number }) else {
                throw try refusal(LocalText(Strings.timetable_error_new_day), stored, in: tx, by: actor, services)
            }
            let days = stored.lesson.content.isOnce ? term.examDays : term.days
            guard days.contains(to) else {
                throw try refusal(
                    LessonForm.outside(days, actor.language), stored, in: tx, by: actor, services)
            }
            let length = stored.lesson.content.time.count
            let starts = typed.trimmed("new_starts").map { Bells.minutes($0) } ?? stored.lesson.content.time.lowerBound
            guard let starts, starts + length <= 1440 else {
                throw try refusal(LocalText(Strings.error_time), stored, in: tx, by: actor, services)
            }
            moved = (to, starts..<starts + length)
        }
        if kind == .substituted, room == nil, teachers.isEmpty {
            throw try refusal(LocalText(Strings.timetable_error_substitute), stored, in: tx, by: actor, services)
        }
        try tx.execute(
            ExceptionQueries.add(
                .init(
                    id: .make(at: actor.now), lesson: id, day: day, kind: kind, moved: moved,
                    room: kind == .cancelled ? nil : room,
                    teachers: kind == .cancelled ? [] : teachers,
                    note: (typed.trimmed("new_note") ?? "").columnPrefix(200),
                    now: actor.now), tenant: tx.tenant))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        var changes = [
            AuditEvent.Change("day", new: CalendarDay(number: day).iso),
            AuditEvent.Change("exception", new: kind.rawValue),
        ]
        if let moved {
            changes.append(
                .init("new_day", new: "\(CalendarDay(number: moved.day).iso) \(Bells.words(moved.time.lowerBound))"))
        }
        for field in ["room", "teachers"] where !named.values[field].isEmpty {
            changes.append(.init(field, new: named.values[field]))
        }
        let warnings = try DayClash.words(on: day, of: stored.lesson, term, in: tx, actor.language)
        return Change(
            AuditEvent(.lessonException, on: .lesson, id, name: stored.lesson.name, changes: changes),
            next: .to(
                "\(actor.link(to: LessonList.list))/\(id)",
                flash: warnings.isEmpty ? Strings.timetable_exception_saved : Strings.timetable_exception_clashes))
    }
}

extension AddException {
    /// Shows the lesson's page again, with the error beside the days.
    private func refusal(
        _ error: LocalText, _ stored: StoredLesson, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> Refusal {
        var form = LessonForm(stored.lesson, in: stored.term)
        form.errors["day"] = error
        var page = try form.page(back: WeekAddress.link(of: stored.lesson, actor), in: tx, by: actor, services)
        page.exceptionKind = ExceptionKind.choice(
            actor.language, typed["change"].flatMap { ExceptionKind(rawValue: $0) } ?? .cancelled)
        for name in LessonPage.exceptionNames { page.exceptionTyped[name] = typed.trimmed(name) }
        return .form(page)
    }
}

/// Deletes an exception: on that day the lesson takes place as usual again.
struct EndException: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("exception") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(ExceptionQueries.end(id)) else { throw Refusal.notFound }
        let lesson = try row.id("lesson_id")
        let stored = try StoredLesson(lesson, in: tx)
        try tx.execute(ExceptionQueries.noteEnd(of: lesson, now: actor.now))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        return Change(
            AuditEvent(
                .lessonExceptionEnded, on: .lesson, lesson, name: stored.lesson.name,
                changes: [
                    .init("day", old: CalendarDay(number: try row.int("day")).iso),
                    .init("exception", old: try row.text("kind")),
                ]),
            next: .to("\(actor.link(to: LessonList.list))/\(lesson)", flash: Strings.timetable_exception_ended))
    }
}
