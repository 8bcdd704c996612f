import Console
import HTML
import Postgres
import Templates
import Web

/// Cancels a lesson on one day, moves it to another day or room, or gives it other teachers. It takes effect at once.
struct AddException: Changing {
    private let id: ID
    private let typed: Query
    private let back: Link?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        typed = request.form
        back = request.lessonBack
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
        let note = typed.trimmed("new_note") ?? ""
        guard note.columnLength <= 200 else {
            throw try refusal(Strings.timetable_error_note_long(max: 200), stored, in: tx, by: actor, services)
        }
        let before = try tx.first(ExceptionQueries.on(day, of: id)).map { try ExceptionRecord($0) }
        try tx.execute(
            ExceptionQueries.add(
                .init(
                    id: .make(at: actor.now), lesson: id, day: day, kind: kind, moved: moved,
                    room: kind == .cancelled ? nil : room,
                    teachers: kind == .cancelled ? [] : teachers, note: note, now: actor.now), tenant: tx.tenant))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        let after = try tx.first(ExceptionQueries.on(day, of: id)).map { try ExceptionRecord($0) }
        let warnings = try DayClash.words(on: day, of: stored.lesson, term, in: tx, actor.language)
        return Change(
            AuditEvent(
                .lessonException, on: .lesson, id, name: stored.lesson.name,
                changes: ExceptionRecord.changes(from: before, to: after), reason: note),
            next: .to(
                Link("\(actor.link(to: LessonList.list))/\(id)").with(back: back),
                flash: Strings.timetable_exception_saved,
                warning: warnings.isEmpty ? nil : Warning(LocalText(Strings.timetable_exception_clashes))))
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
        var page = try form.page(back: back, in: tx, by: actor, services)
        page.exceptionKind = ExceptionKind.choice(
            actor.language, typed["change"].flatMap { ExceptionKind(rawValue: $0) } ?? .cancelled)
        for name in LessonPage.exceptionNames { page.exceptionTyped[name] = typed.trimmed(name) }
        return .form(page)
    }
}

/// An exception as audit events say it.
struct ExceptionRecord {
    private static let fields = ["day", "exception", "new_day", "room", "teachers", "note"]
    private let values: [String: String]

    /// `row` as `ExceptionQueries` selects it.
    init(_ row: Row) throws {
        var values = [
            "day": CalendarDay(number: try row.int("day")).iso, "exception": try row.text("kind"),
            "room": try row.text("room"), "teachers": try row.texts("teachers").joined(separator: ", "),
            "note": try row.text("note"),
        ]
        if let day = try row.intOrNil("new_day"), let starts = try row.intOrNil("starts") {
            values["new_day"] = "\(CalendarDay(number: day).iso) \(Bells.words(starts))"
        }
        self.values = values.filter { !$0.value.isEmpty }
    }

    /// Returns the day in any case. A new exception's note is the event's reason, and not said twice.
    static func changes(from old: ExceptionRecord?, to new: ExceptionRecord?) -> [AuditEvent.Change] {
        fields.compactMap { field in
            let (before, after) = (old?.values[field], new?.values[field])
            if field == "day", new != nil { return .init(field, new: after) }
            guard before != after, field != "note" || before != nil else { return nil }
            return .init(field, old: before, new: after)
        }
    }
}

/// Deletes an exception: on that day the lesson takes place as usual again.
struct EndException: Changing {
    private let id: ID
    private let back: Link?

    init(_ request: WebRequest) throws { (id, back) = (try request.id("exception"), request.lessonBack) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(ExceptionQueries.one(id)) else { throw Refusal.notFound }
        let lesson = try row.id("lesson_id")
        guard try tx.execute(ExceptionQueries.end(id)) > 0 else { throw Refusal.notFound }
        let stored = try StoredLesson(lesson, in: tx)
        try tx.execute(ExceptionQueries.noteEnd(of: lesson, now: actor.now))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        return Change(
            AuditEvent(
                .lessonExceptionEnded, on: .lesson, lesson, name: stored.lesson.name,
                changes: ExceptionRecord.changes(from: try ExceptionRecord(row), to: nil)),
            next: .to(
                Link("\(actor.link(to: LessonList.list))/\(lesson)").with(back: back),
                flash: Strings.timetable_exception_ended))
    }
}
