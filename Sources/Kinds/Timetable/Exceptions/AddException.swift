import Console
import HTML
import Postgres
import Templates
import Web

/// Cancels a lesson on one day, moves it to another day or room, or gives it other teachers. It takes effect at once. What somebody
/// else has changed on that day meanwhile is shown before anything is stored; so is what it would clash with, until whoever saves it
/// says why.
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
        let stored = try StoredLesson(id, in: tx, isLocked: true, orPublished: true)
        var form = ExceptionForm(typed, of: stored)
        guard let added = try form.exception(in: tx, by: actor) else {
            throw Refusal.form(try form.page(back: back, in: tx, by: actor, services))
        }
        let row = try tx.first(ExceptionQueries.on(added.day, of: id))
        if try row.map({ try ExceptionForm.mark($0) }) != form.seen(on: added.day), try !added.isStored(as: row) {
            throw Refusal.changed(try form.page(over: row, added, back: back, in: tx, by: actor, services))
        }
        // Two who put two lessons into one place at once would not see each other.
        _ = try tx.send(PublicationQueries.lock(stored.term.id))
        let clashes = try DayClash.words(added, in: tx, actor.language)
        guard form.accepts(clashes, actor.language) else {
            throw Refusal.form(try form.page(back: back, in: tx, by: actor, services))
        }
        let before = try row.map { try ExceptionRecord($0) }
        try tx.execute(ExceptionQueries.add(added, tenant: tx.tenant))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        let after = try tx.first(ExceptionQueries.on(added.day, of: id)).map { try ExceptionRecord($0) }
        let warnings = try DayClash.words(on: added.day, of: id, stored.term, in: tx, actor.language)
        let reason = clashes.isEmpty ? "" : form.reason
        var event = AuditEvent(
            .lessonException, on: .lesson, id, name: stored.lesson.name,
            changes: ExceptionRecord.changes(from: before, to: after, noteIsReason: reason.isEmpty),
            reason: reason.isEmpty ? added.note : reason)
        event.concerned = before?.teachers ?? []
        return Change(
            event,
            next: .to(
                Link("\(actor.link(to: LessonList.list))/\(id)").with(back: back),
                flash: Strings.timetable_exception_saved,
                warning: warnings.isEmpty ? nil : Warning(LocalText(Strings.timetable_exception_clashes))))
    }
}

/// An exception as audit events say it.
struct ExceptionRecord {
    /// Who stands in.
    let teachers: [ID]
    private static let fields = ["day", "exception", "new_day", "room", "teachers", "as_lesson", "note"]
    private let values: [String: String]

    /// `row` as `ExceptionQueries` selects it.
    init(_ row: Row) throws {
        var values = [
            "day": CalendarDay(number: try row.int("day")).iso, "exception": try row.text("kind"),
            "room": try row.text("room"), "teachers": try row.texts("teachers").joined(separator: ", "),
            "as_lesson": try LessonDay.asLesson(row).joined(separator: ", "), "note": try row.text("note"),
        ]
        if let (day, starts) = try LessonDay.place(row) {
            values["new_day"] = "\(CalendarDay(number: day).iso) \(Bells.words(starts))"
        }
        self.values = values.filter { !$0.value.isEmpty }
        teachers = try row.ids("teacher_ids")
    }

    /// Returns the day in any case. A new exception's note that is the event's reason is not said twice.
    static func changes(
        from old: ExceptionRecord?, to new: ExceptionRecord?, noteIsReason: Bool = true
    ) -> [AuditEvent.Change] {
        fields.compactMap { field in
            let (before, after) = (old?.values[field], new?.values[field])
            if field == "day", new != nil { return .init(field, new: after) }
            guard before != after, field != "note" || before != nil || !noteIsReason else { return nil }
            return .init(field, old: before, new: after)
        }
    }
}

/// Deletes an exception: on that day the lesson takes place as usual again.
struct EndException: Changing {
    private let id: ID
    /// What the admin saw; nil where nobody says.
    private let seen: String?
    private let back: Link?

    init(_ request: WebRequest) throws {
        (id, seen, back) = (try request.id("exception"), request.form["seen"], request.lessonBack)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let lesson = try tx.first(ExceptionQueries.lesson(of: id))?.id("lesson_id") else {
            throw Refusal.notFound
        }
        let stored = try StoredLesson(lesson, in: tx, isLocked: true, orPublished: true)
        guard let row = try tx.first(ExceptionQueries.one(id)) else { throw Refusal.notFound }
        if let seen, try ExceptionForm.mark(row) != seen {
            var form = stored.form
            form.conflict = Conflict(
                title: LocalText(Strings.timetable_exception_changed),
                saved: try AuditReader.lastSaved(.lessonException, of: lesson, in: tx, by: actor),
                notes: [
                    MergeNote(
                        label: LocalText(Strings.timetable_exception), theirs: try LessonDay.words(row, actor.language),
                        yours: LocalText(Strings.timetable_exception_end).resolve(in: actor.language), isKept: true)
                ])
            throw Refusal.changed(try form.page(back: back, in: tx, by: actor, services))
        }
        guard try tx.execute(ExceptionQueries.end(id)) > 0 else { throw Refusal.notFound }
        try tx.execute(ExceptionQueries.noteEnd(of: lesson, now: actor.now))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        let before = try ExceptionRecord(row)
        var event = AuditEvent(
            .lessonExceptionEnded, on: .lesson, lesson, name: stored.lesson.name,
            changes: ExceptionRecord.changes(from: before, to: nil))
        event.concerned = before.teachers
        return Change(
            event,
            next: .to(
                Link("\(actor.link(to: LessonList.list))/\(lesson)").with(back: back),
                flash: Strings.timetable_exception_ended))
    }
}
