import Console
import HTML
import Postgres
import Templates
import Web

struct ShowLesson: Viewing {
    private let id: ID
    private let back: Link?
    /// The single day that is about to be changed; nil if none is chosen yet.
    private let day: CalendarDay?

    init(_ request: WebRequest) throws {
        (id, back) = (try request.id("lesson"), request.lessonBack)
        day = request.query["day"].flatMap { CalendarDay($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let stored = try StoredLesson(id, in: tx, orPublished: true)
        var page = try stored.form.page(back: back, in: tx, by: actor, services)
        if let day {
            page.exceptionTyped["day"] = day.iso
            if let row = try tx.first(ExceptionQueries.on(day.number, of: id)) {
                page = try ExceptionForm.filling(page, from: row, actor.language)
            }
        }
        page.trail = try ObjectTrail.card(of: id, .lesson, Strings.timetable_trail, in: tx, by: actor, services)
        return page
    }
}

/// Changes a lesson of the draft. If the stored version is newer, it merges field by field and shows the result
/// before anything is stored.
struct EditLesson: Changing {
    private let id: ID
    private let typed: BasicValues
    private let was: BasicValues
    private let version: Int
    private let back: Link?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        typed = BasicValues(request.form, LessonFields.all)
        was = BasicValues(request.form, LessonFields.all, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
        back = request.lessonBack
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        var form = LessonForm(stored.lesson, in: stored.term)
        let kept = form.values
        if stored.lesson.version != version, kept != was {
            let labels = Dictionary(LessonFields.all.map { ("\($0.label.name)", $0) }) { first, _ in first }
            let merge = Merge(
                typed: typed, was: was, stored: kept, fields: LessonFields.all.map { ($0.label, \BasicValues[$0.key]) },
                words: { value, label in labels["\(label.name)"]?.words(value, actor.language) ?? value })
            form.values = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.timetable_lesson_changed),
                saved: try AuditReader.lastSaved(.lessonChanged, of: id, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(try form.page(back: back, in: tx, by: actor, services))
        }
        form.values = typed
        guard let content = try form.content(in: tx) else {
            throw Refusal.form(try form.page(back: back, in: tx, by: actor, services))
        }
        try tx.execute(LessonQueries.save(id, content, by: actor.name, now: actor.now))
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: content, in: tx)),
            next: .to(
                back ?? WeekAddress.link(of: stored.lesson, actor), flash: Strings.timetable_lesson_saved,
                warning: try ClashWords.warning(on: id, back: back, in: tx, by: actor)))
    }
}
