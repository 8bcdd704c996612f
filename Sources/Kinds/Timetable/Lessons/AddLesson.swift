import Console
import HTML
import Postgres
import Templates
import Web

/// The form for a new lesson; the query contains the values that are known already: `?group=…&weekday=2&starts=635`.
struct ShowNewLesson: Viewing {
    private let query: Query
    private let back: Link?

    init(_ request: WebRequest) { (query, back) = (request.query, request.lessonBack) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let address = WeekAddress(query)
        guard let term = try address.findTerm(in: tx, by: actor) else { return ShowWeek.empty(actor, services) }
        var form = LessonForm(term: term)
        form.values["kind"] = LessonKind.lecture.rawValue
        form.values["weekday"] = query["weekday"].flatMap { Int($0) }.map { String($0) } ?? "1"
        // Whatever the address says, a lesson starts within a day.
        let asked = query["starts"].flatMap { Int($0) }.flatMap { (0..<1440).contains($0) ? $0 : nil }
        let starts = asked ?? term.bells.times.first?.lowerBound ?? 540
        let usual = term.bells.times.first { $0.lowerBound == starts } ?? starts..<min(1440, starts + 80)
        form.values["starts"] = Bells.words(usual.lowerBound)
        form.values["ends"] = Bells.words(usual.upperBound)
        if let week = address.shownWeek(term) { form.values["weeks"] = String(week) }
        if let (kind, id) = address.owner, let name = try tx.first(LessonQueries.label(id, of: kind))?.text("name") {
            form.values[kind == .group ? "groups" : kind == .teacher ? "teachers" : "room"] = name
        }
        return try form.page(back: back ?? address.link(actor), in: tx, by: actor, services)
    }
}

struct AddLesson: Changing {
    private let typed: BasicValues
    private let term: ID
    private let back: Link?

    init(_ request: WebRequest) throws {
        typed = BasicValues(request.form, LessonFields.all)
        term = try request.id("term")
        back = request.lessonBack
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let term = try Term.find(term, in: tx) else { throw Refusal.notFound }
        var form = LessonForm(term: term)
        form.values = typed
        guard let content = try form.content(in: tx) else {
            throw Refusal.form(try form.page(back: back, in: tx, by: actor, services))
        }
        let lesson = try NewLesson.add(content, term: term, in: tx, by: actor)
        return Change(
            lesson.added(in: term),
            next: .to(
                back ?? WeekAddress.link(of: lesson, actor), flash: Strings.timetable_lesson_added,
                warning: try ClashWords.warning(on: lesson.id, back: back, in: tx, by: actor)))
    }
}

enum NewLesson {
    static func add(_ content: LessonContent, term: Term, in tx: borrowing TenantTransaction, by actor: Actor) throws
        -> Lesson
    {
        let id = ID.make(at: actor.now)
        try tx.execute(
            LessonQueries.add(id, tenant: tx.tenant, term: term.id, content, by: actor.name, now: actor.now))
        guard let row = try tx.first(LessonQueries.one(id)) else { throw Refusal.notFound }
        return try Lesson(row)
    }
}
