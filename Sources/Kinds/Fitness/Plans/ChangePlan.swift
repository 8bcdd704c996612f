import Console
import HTML
import Postgres
import Templates
import Web

/// What admins do to a plan. What is refused brings the month back with what was typed.
protocol PlanChange: Changing {
    var id: ID { get }
    /// A day of the month that is shown afterwards.
    var shown: Int? { get }
    static var act: GoalAct { get }
    static var done: StringKey { get }
    /// The message after this change; `done` by default.
    var said: StringKey { get }
    /// The form's name, what was typed, and what is wrong with it.
    var typed: PlanPageMaker.Refused { get }
    /// Changes the plan and says what for the feed; errors by field where it can't.
    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome
}

enum PlanOutcome {
    /// `undo` is the address of the POST that undoes it, where there is one.
    case done(String, undo: Link? = nil)
    case wrong([String: LocalText])
}

extension PlanChange {
    static var act: GoalAct { .plan }
    var said: StringKey { Self.done }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var work = try GoalWork.open(id, in: tx)
        var errors = typed.errors
        var event: AuditEvent?
        var undo: Link?
        if errors.isEmpty {
            do {
                try work.check(Self.act)
                switch try change(work.goal, in: tx, by: actor) {
                case .done(let text, let found):
                    event = try work.take(Self.act, .init(text: text), in: tx, now: actor.now)
                    undo = found
                case .wrong(let found): errors = found
                }
            } catch let refusal as GoalRefusal {
                errors = ["": refusal.text]
            } catch is PlanShift.Refusal {
                throw Refusal.notFound
            }
        }
        guard let event else {
            var refused = typed
            refused.errors = errors
            throw Refusal.form(
                try PlanPageMaker(id, day: shown, refused: refused).page(in: tx, by: actor, services).page)
        }
        return Change(event, next: .to(PlanPageMaker.link(id, actor, day: shown), flash: said, undo: undo))
    }
}

struct AddSession: PlanChange {
    static let done = Strings.fitness_session_added
    let id: ID
    private let form: SessionForm

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        form = SessionForm(request.form)
    }

    var shown: Int? { form.day }
    var typed: PlanPageMaker.Refused { .init(form: "add", typed: form.typed, errors: form.errors(withDay: true)) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let day = form.day else { return .wrong(["day": LocalText(Strings.error_day)]) }
        guard try PlanWork.room(for: 1, in: id, tx) else {
            return .wrong(["": Strings.fitness_plan_full(max: Session.most)])
        }
        let session = NewSession(
            id: ID.make(at: actor.now), day: day, title: form.title, detail: form.detail, minutes: form.minutes)
        try tx.execute(PlanQueries.add([session], goal: id, user: goal.user, tenant: tx.tenant))
        return .done(form.title)
    }
}

struct EditSession: PlanChange {
    static let done = Strings.fitness_session_saved
    let id: ID
    private let session: ID
    private let form: SessionForm
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        form = SessionForm(request.form)
        shown = Session.day(request.form["shown"] ?? "")
    }

    var typed: PlanPageMaker.Refused {
        .init(form: session.description, typed: form.typed, errors: form.errors(withDay: false))
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard try tx.first(PlanQueries.one(session, of: id)) != nil else { throw Refusal.notFound }
        try tx.execute(
            PlanQueries.edit(session, title: form.title, detail: form.detail, minutes: form.minutes))
        return .done(form.title)
    }
}

struct DeleteSession: PlanChange {
    static let done = Strings.fitness_session_deleted
    let id: ID
    private let session: ID
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        shown = Session.day(request.form["shown"] ?? "")
    }

    var typed: PlanPageMaker.Refused { .init(form: "", errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let row = try tx.first(PlanQueries.one(session, of: id)) else { throw Refusal.notFound }
        try tx.execute(PlanQueries.delete(session))
        return .done(try row.text("title"))
    }
}

/// Moves a session, with the rest of its week or of the whole plan. The way back is a move too, where it brings all to where they were.
struct MovePlannedSession: PlanChange {
    static let act = GoalAct.move
    static let done = Strings.fitness_session_moved
    let id: ID
    private let session: ID
    private let day: Int?
    private let scope: PlanShift.Scope
    private let month: Int?
    private let isElsewhere: Bool
    /// Named by the link that undoes a move.
    private let isUndoing: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        func value(_ name: String) -> String? { request.form[name] ?? request.query[name] }
        // A day that is typed may be in any month; the grid's own choices are those that it shows.
        let other = request.form.trimmed("other") ?? ""
        day = Session.day(other.isEmpty ? value("slot") ?? "" : other)
        isElsewhere = !other.isEmpty
        scope = value("scope").flatMap { PlanShift.Scope(rawValue: $0) } ?? .week
        month = Session.day(value("shown") ?? "")
        isUndoing = value("undoing") == "yes"
    }

    var said: StringKey {
        if isUndoing { return Strings.fitness_session_move_undone }
        return scope == .week ? Strings.fitness_session_moved_week : Self.done
    }
    var shown: Int? { isElsewhere ? day ?? month : month ?? day }
    var typed: PlanPageMaker.Refused {
        .init(form: "", errors: day == nil ? ["": LocalText(Strings.error_day)] : [:])
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let day else { return .wrong(["": LocalText(Strings.error_day)]) }
        let moved = try PlanWork.move(session, to: day, scope, of: id, in: tx, by: actor)
        let back: Link = "\(actor.link(to: GoalList.list))/\(id)/plan/\(session)/day"
        let undo = back.with(query: [
            ("slot", Session.iso(moved.session.day)), ("scope", scope.rawValue),
            ("shown", Session.iso(shown ?? moved.session.day)), ("undoing", "yes"),
        ])
        let hasUndo = !isUndoing && moved.hasWayBack && moved.session.day != day
        return .done(moved.session.title, undo: hasUndo ? undo : nil)
    }
}

/// Copies the month before the shown one, by weeks, so that each session keeps its weekday. What would fall outside of the month is left out.
struct CopyMonth: PlanChange {
    static let done = Strings.fitness_month_copied
    let id: ID
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        shown = Session.day(request.form["shown"] ?? "")
        guard shown != nil else { throw Refusal.notFound }
    }

    var typed: PlanPageMaker.Refused { .init(form: "copy", errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        let month = CalendarMonth(of: shown ?? 0, in: actor.language)
        let before = CalendarMonth(of: month.firstDay - 1, in: actor.language)
        let days = month.firstDay..<CalendarMonth(of: month.firstDay + 31, in: actor.language).firstDay
        let found = try tx.rows(PlanQueries.days(of: id, before.firstDay, month.firstDay - 1)).map { try Session($0) }
        // Whole weeks: as many as bring the first day of one month nearest to that of the other, and not before it.
        let step = (month.firstDay - before.firstDay + 6) / 7 * 7
        let wanted = found.filter { days.contains($0.day + step) }.map {
            NewSession(
                id: ID.make(at: actor.now), day: $0.day + step, title: $0.title, detail: $0.detail, minutes: $0.minutes)
        }
        if wanted.isEmpty { return .wrong(["": LocalText(Strings.fitness_month_empty)]) }
        // A second click copies nothing twice.
        let there = try tx.rows(PlanQueries.days(of: id, days.lowerBound, days.upperBound - 1)).map { try Session($0) }
        let sessions = wanted.filter { new in !there.contains { $0.day == new.day && $0.title == new.title } }
        if sessions.isEmpty { return .wrong(["": LocalText(Strings.fitness_month_there)]) }
        guard try PlanWork.room(for: sessions.count, in: id, tx) else {
            return .wrong(["": Strings.fitness_plan_full(max: Session.most)])
        }
        try tx.execute(PlanQueries.add(sessions, goal: id, user: goal.user, tenant: tx.tenant))
        return .done("")
    }
}
