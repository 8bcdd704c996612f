import Console
import HTML
import Postgres
import Templates
import Web

/// The new place of a lesson in the week: sent by a drag, or by the plain form beside each lesson.
struct LessonTarget {
    let weekday: Int?
    let starts: Int?
    let room: ID?
    /// Of a lesson that is held in several weeks, only the one of this week moves.
    let only: Int?
    let version: Int?
    let back: Link?

    /// Reads the form; an undo has the values in its address.
    init(_ request: WebRequest) {
        func number(_ name: String) -> Int? { (request.form[name] ?? request.query[name]).flatMap { Int($0) } }
        // A plain form sends both in one value: 2-635.
        let slot = (request.form["slot"] ?? "").split(separator: "-").map { Int($0) }
        weekday = slot.count == 2 ? slot[0] : number("weekday")
        starts = slot.count == 2 ? slot[1] : number("starts")
        room = (request.form["room"] ?? request.query["room"]).flatMap { ID($0) }
        only = number("only")
        version = number("version")
        back = (request.form["back"] ?? request.query["back"]).flatMap { Link(pathOfThisHost: $0) }
    }

    /// Returns the lesson in the new place, with its length. A lesson that takes place once gets another day of its week, if
    /// that is one of the term or of its exams.
    func moved(_ lesson: LessonContent, in term: Term) throws -> LessonContent {
        var content = lesson
        if let weekday {
            guard (1...7).contains(weekday) else { throw Refusal.notFound }
            content.weekday = weekday
            if lesson.isOnce {
                let day = TermCalendar.monday(of: lesson.days.lowerBound) + weekday - 1
                guard term.examDays.contains(day) else { throw Refusal.notFound }
                content.days = day...day
            }
        }
        if let starts {
            guard (0..<1440).contains(starts), starts + lesson.time.count <= 1440 else { throw Refusal.notFound }
            content.time = starts..<starts + lesson.time.count
        }
        if let room { content.room = room }
        return content
    }
}

/// Moves a lesson to another day or time of the week.
struct MoveLesson: Changing {
    private let id: ID
    private let target: LessonTarget

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        target = LessonTarget(request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        try stored.check(target.version, in: tx, by: actor, services)
        let old = stored.lesson.content
        if let only = target.only.flatMap({ Weeks([$0]) }), !old.isOnce, old.weeks.intersects(only),
            old.weeks.subtracting(only) != nil
        {
            return try moveOnly(only, of: stored, in: tx, by: actor)
        }
        let content = try target.moved(old, in: stored.term)
        try tx.execute(LessonQueries.save(id, content, by: actor.name, now: actor.now))
        var undo = [
            ("weekday", String(old.weekday)), ("starts", String(old.time.lowerBound)),
            // What somebody else changes meanwhile is not undone with it.
            ("version", String(stored.lesson.version + 1)),
        ]
        if let room = old.room, target.room != nil { undo.append(("room", room.description)) }
        if let back = target.back { undo.append(("back", back.description)) }
        let list = actor.link(to: LessonList.list)
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: content, in: tx)),
            next: .to(
                target.back ?? WeekAddress.link(of: stored.lesson, actor),
                flash: try ClashWords.flash(Strings.timetable_lesson_moved, id, in: tx),
                undo: Link("\(list)/\(id)/move").with(query: undo)))
    }

    /// The lesson of one week becomes one of its own, in the new place; the others stay.
    private func moveOnly(
        _ week: Weeks, of stored: StoredLesson, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> Change {
        let (first, part) = try stored.split(week, in: tx, by: actor)
        let content = try target.moved(part.content, in: stored.term)
        try tx.execute(LessonQueries.save(part.id, content, by: actor.name, now: actor.now))
        let place = try StoredLesson(part.id, in: tx).lesson.values(in: stored.term)
            .changes(from: part.values(in: stored.term), LessonFields.all)
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: first, in: tx) + place),
            next: .to(
                target.back ?? WeekAddress.link(of: stored.lesson, actor),
                flash: try ClashWords.flash(Strings.timetable_lesson_moved_once, part.id, in: tx)))
    }
}

/// Copies a lesson to another day or time of the week.
struct CopyLesson: Changing {
    private let id: ID
    private let target: LessonTarget

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        target = LessonTarget(request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx)
        var content = try target.moved(stored.lesson.content, in: stored.term)
        if let only = target.only.flatMap({ Weeks([$0]) }), content.weeks.intersects(only) { content.weeks = only }
        let copy = try NewLesson.add(content, term: stored.term, in: tx, by: actor)
        return Change(
            AuditEvent(
                .lessonAdded, on: .lesson, copy.id, name: copy.name,
                changes: copy.values(in: stored.term).changes(from: nil, LessonFields.all)),
            next: .to(
                target.back ?? "\(actor.link(to: LessonList.list))/\(copy.id)",
                flash: try ClashWords.flash(Strings.timetable_lesson_copied, copy.id, in: tx),
                undo: "\(actor.link(to: LessonList.list))/\(copy.id)/removal"))
    }
}

/// Splits a lesson in two: some of its weeks become a lesson of their own, which can then be moved or get another
/// room.
struct SplitLesson: Changing {
    private let id: ID
    private let weeks: String
    private let version: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        weeks = request.form["split"] ?? ""
        version = request.form["version"].flatMap { Int($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        try stored.check(version, in: tx, by: actor, services)
        let old = stored.lesson.content
        guard !old.isOnce, !weeks.trimmingSpaces.isEmpty, let taken = Weeks(words: weeks),
            taken.mask & ~old.weeks.mask == 0, old.weeks.subtracting(taken) != nil
        else {
            var form = LessonForm(stored.lesson, in: stored.term)
            form.errors["weeks"] = Strings.timetable_error_split(weeks: old.weeks.words)
            throw Refusal.form(
                try form.page(back: WeekAddress.link(of: stored.lesson, actor), in: tx, by: actor, services))
        }
        let (first, part) = try stored.split(taken, in: tx, by: actor)
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: first, in: tx)),
            next: .to("\(actor.link(to: LessonList.list))/\(part.id)", flash: Strings.timetable_lesson_split))
    }
}

/// Removes a lesson from the draft. A published lesson disappears from the students' pages with the next publication.
struct RemoveLesson: Changing {
    private let id: ID
    private let back: Link?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        back = request.form["back"].flatMap { Link(pathOfThisHost: $0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        let wasPublished = try tx.first(LessonQueries.wasPublished(id))?.bool("there") ?? false
        try tx.execute(
            wasPublished
                ? LessonQueries.remove(id, by: actor.name, now: actor.now) : LessonQueries.delete(id))
        return Change(
            AuditEvent(
                .lessonRemoved, on: .lesson, id, name: stored.lesson.name,
                changes: stored.lesson.values(in: stored.term).changes(from: nil, LessonFields.all).map {
                    .init($0.field, old: $0.new)
                }),
            next: .to(back ?? WeekAddress.link(of: stored.lesson, actor), flash: Strings.timetable_lesson_removed))
    }
}
