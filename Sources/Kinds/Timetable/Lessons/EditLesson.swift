import Console
import HTML
import Postgres
import Templates
import Web

struct ShowLesson: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("lesson") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let stored = try StoredLesson(id, in: tx)
        var page = try LessonForm(stored.lesson, in: stored.term).page(
            back: WeekAddress.link(of: stored.lesson, actor), in: tx, by: actor, services)
        if actor.may(.seeAudit) {
            let trail = try ObjectTrail(of: id, kinds: [.lesson], in: tx, by: actor)
            page.trail = try trail.card(Strings.timetable_trail, in: tx, by: actor, services)
        }
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

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        typed = BasicValues(request.form, LessonFields.all)
        was = BasicValues(request.form, LessonFields.all, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        let back = WeekAddress.link(of: stored.lesson, actor)
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
        guard let content = try form.content(in: tx, actor.language) else {
            throw Refusal.form(try form.page(back: back, in: tx, by: actor, services))
        }
        try tx.execute(LessonQueries.save(id, content, by: actor.name, now: actor.now))
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: content, in: tx)),
            next: .to(back, flash: try ClashWords.flash(Strings.timetable_lesson_saved, id, in: tx)))
    }
}
