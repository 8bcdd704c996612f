import Console
import HTML
import Postgres
import Templates
import Web

/// A lesson that a request is about, with its term.
struct StoredLesson {
    let lesson: Lesson
    let term: Term
    /// The draft has the lesson no longer: it is as it is published.
    let isRemoved: Bool

    /// Its form, or what of it is left when it is removed.
    var form: LessonForm {
        var form = LessonForm(lesson, in: term)
        form.isRemoved = isRemoved
        return form
    }

    /// With `orPublished` also finds a lesson that only what is published still has: it is held until the draft is published.
    init(_ id: ID, in tx: borrowing TenantTransaction, isLocked: Bool = false, orPublished: Bool = false) throws {
        // A statement of its own: after waiting for the lock, the next statement sees what the other transaction
        // wrote.
        if isLocked { _ = try tx.send(LessonQueries.lock(id)) }
        let drafted = try tx.first(LessonQueries.one(id))
        isRemoved = drafted == nil
        guard let row = try drafted ?? (orPublished ? tx.first(PublicationQueries.published([id])) : nil) else {
            throw Refusal.notFound
        }
        lesson = try Lesson(row)
        guard let term = try Term.find(lesson.term, in: tx) else { throw Refusal.notFound }
        self.term = term
    }

    /// For actions without a form. If the page was out of date, nothing is changed, and the lesson is shown as it is
    /// now.
    func check(
        _ version: Int?, back: Link?, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        guard let version, version != lesson.version else { return }
        var form = LessonForm(lesson, in: term)
        form.conflict = Conflict(
            title: LocalText(Strings.timetable_lesson_changed),
            saved: try AuditReader.lastSaved(.lessonChanged, of: lesson.id, in: tx, by: actor), notes: [])
        throw Refusal.changed(try form.page(back: back, in: tx, by: actor, services))
    }

    /// Makes a lesson of its own of some of its weeks, with what is different on single days of them. The rest stays this lesson.
    func split(_ taken: Weeks, in tx: borrowing TenantTransaction, by actor: Actor) throws -> (
        rest: LessonContent, part: Lesson
    ) {
        guard let left = lesson.content.weeks.subtracting(taken) else { throw Refusal.notFound }
        var (first, second) = (lesson.content, lesson.content)
        (first.weeks, second.weeks) = (left, taken)
        try tx.execute(LessonQueries.save(lesson.id, first, by: actor.name, now: actor.now))
        let part = try NewLesson.add(second, term: term, in: tx, by: actor)
        try tx.execute(
            ExceptionQueries.copy(to: part.id, from: lesson.id, days: LessonDay.days(of: second, term.calendar)))
        return (first, part)
    }

    func changes(to content: LessonContent, in tx: borrowing TenantTransaction) throws -> [AuditEvent.Change] {
        guard let row = try tx.first(LessonQueries.one(lesson.id)) else { return [] }
        return try Lesson(row).values(in: term).changes(from: lesson.values(in: term), LessonFields.all)
    }
}
