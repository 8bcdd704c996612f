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
    /// An undo takes the room away again from a lesson that had none.
    let isWithoutRoom: Bool
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
        isWithoutRoom = request.form["room"] == nil && request.query["room"] == ""
        only = number("only")
        version = number("version")
        back = request.lessonBack
    }

    /// Returns the lesson in the new place, with its length. A lesson that takes place once gets another day of its week, if
    /// that is one of the term or of its exams.
    func moved(_ lesson: LessonContent, in term: Term, _ tx: borrowing TenantTransaction) throws -> LessonContent {
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
        if let room {
            guard try tx.first(PublicQueries.room(room)) != nil else { throw Refusal.notFound }
            content.room = room
        } else if isWithoutRoom {
            content.room = nil
        }
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
        try stored.check(target.version, back: target.back, in: tx, by: actor, services)
        let old = stored.lesson.content
        if let only = target.only.flatMap({ Weeks([$0]) }), !old.isOnce, old.weeks.intersects(only),
            old.weeks.subtracting(only) != nil
        {
            return try moveOnly(only, of: stored, in: tx, by: actor, services)
        }
        let content = try target.moved(old, in: stored.term, tx)
        try tx.execute(LessonQueries.save(id, content, by: actor.name, now: actor.now))
        var undo = [
            ("weekday", String(old.weekday)), ("starts", String(old.time.lowerBound)),
            // What somebody else changes meanwhile is not undone with it.
            ("version", String(stored.lesson.version + 1)),
        ]
        if target.room != nil { undo.append(("room", old.room?.description ?? "")) }
        if let back = target.back { undo.append(("back", back.description)) }
        let list = actor.link(to: LessonList.list)
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: try stored.changes(to: content, in: tx)),
            next: .to(
                target.back ?? WeekAddress.link(of: stored.lesson, actor), flash: Strings.timetable_lesson_moved,
                undo: Link("\(list)/\(id)/move").with(query: undo),
                warning: try ClashWords.warning(on: id, back: target.back, in: tx, by: actor)))
    }

    /// The lesson of one week becomes one of its own, in the new place; the others stay. The event says so: the lesson's own
    /// place has not changed, and the new lesson has an event of its own.
    private func moveOnly(
        _ week: Weeks, of stored: StoredLesson, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> Change {
        let (first, part) = try stored.split(week, in: tx, by: actor)
        let content = try target.moved(part.content, in: stored.term, tx)
        try tx.execute(LessonQueries.save(part.id, content, by: actor.name, now: actor.now))
        let moved = try StoredLesson(part.id, in: tx).lesson
        let changes = try stored.changes(to: first, in: tx)
        try services.trail.append(moved.added(in: stored.term), by: actor, in: tx)
        return Change(
            AuditEvent(
                .lessonChanged, on: .lesson, id, name: stored.lesson.name,
                changes: changes + [
                    .init("moved_week", old: LessonPlace(part.content).stored, new: LessonPlace(content).stored)
                ]),
            next: .to(
                target.back ?? WeekAddress.link(of: stored.lesson, actor), flash: Strings.timetable_lesson_moved_once,
                warning: try ClashWords.warning(on: part.id, back: target.back, in: tx, by: actor)))
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
        var content = try target.moved(stored.lesson.content, in: stored.term, tx)
        if let only = target.only.flatMap({ Weeks([$0]) }), content.weeks.intersects(only) { content.weeks = only }
        let copy = try NewLesson.add(content, term: stored.term, in: tx, by: actor)
        let page: Link = "\(actor.link(to: LessonList.list))/\(copy.id)"
        // Copied on its own page, it has no new place yet: there it gets one.
        let isPlaced = target.weekday != nil
        return Change(
            copy.added(in: stored.term),
            next: .to(
                isPlaced ? target.back ?? page : page.with(back: target.back), flash: Strings.timetable_lesson_copied,
                undo: Link("\(page)/removal").with(back: target.back),
                warning: try ClashWords.warning(on: copy.id, back: target.back, in: tx, by: actor)))
    }
}

/// Splits a lesson in two: some of its weeks become a lesson of their own, which can then be moved or get another
/// room.
struct SplitLesson: Changing {
    private let id: ID
    private let weeks: String
    private let version: Int?
    private let back: Link?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        weeks = request.form["split"] ?? ""
        version = request.form["version"].flatMap { Int($0) }
        back = request.lessonBack
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        let givingBack = actor.givingBack([(Strings.timetable_split_weeks, weeks)])
        try stored.check(version, back: back, in: tx, by: givingBack, services)
        let old = stored.lesson.content
        guard !old.isOnce, !weeks.trimmingSpaces.isEmpty, let taken = Weeks(words: weeks),
            taken.mask & ~old.weeks.mask == 0, old.weeks.subtracting(taken) != nil
        else {
            let error = Strings.timetable_error_split(weeks: old.weeks.words)
            var form = LessonForm(stored.lesson, in: stored.term)
            var page = try form.page(back: back, in: tx, by: actor, services)
            guard page.isSplittable else {
                form.errors["weeks"] = error
                throw Refusal.form(try form.page(back: back, in: tx, by: givingBack, services))
            }
            (page.splitTyped, page.splitError) = (weeks, error)
            throw Refusal.form(page)
        }
        let (first, part) = try stored.split(taken, in: tx, by: actor)
        let changes = try stored.changes(to: first, in: tx)
        try services.trail.append(part.added(in: stored.term), by: actor, in: tx)
        let page: Link = "\(actor.link(to: LessonList.list))/\(part.id)"
        return Change(
            AuditEvent(.lessonChanged, on: .lesson, id, name: stored.lesson.name, changes: changes),
            next: .to(page.with(back: back), flash: Strings.timetable_lesson_split))
    }
}

/// Removes a lesson from the draft. A published lesson disappears from the students' pages with the next publication.
struct RemoveLesson: Changing {
    private let id: ID
    /// What the admin saw; an undo has none.
    private let version: Int?
    private let back: Link?

    init(_ request: WebRequest) throws {
        id = try request.id("lesson")
        version = request.form["version"].flatMap { Int($0) }
        back = request.lessonBack
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try StoredLesson(id, in: tx, isLocked: true)
        try stored.check(version, back: back, in: tx, by: actor, services)
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
