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
    /// A day of the month in which it was asked for: shown where it is refused.
    var asked: Int? { get }
    static var act: GoalAct { get }
    static var done: StringKey { get }
    /// The form's name, what was typed, and what is wrong with it.
    var typed: PlanPageMaker.Refused { get }
    /// Changes the plan and says what for the feed; errors by field where it can't.
    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome
}

enum PlanOutcome {
    case done(PlanChanged)
    case wrong([String: LocalText])
    /// Somebody changed it meanwhile: the page comes back with what was typed, and nothing is stored.
    case changed(FormBack)
}

/// The same with the step's event.
enum PlanStep {
    case done(AuditEvent, PlanChanged)
    case wrong([String: LocalText])
    case changed(FormBack)
}

extension GoalWork {
    /// Changes a plan, or what else admins advise, and takes the step: both or neither.
    mutating func step(
        _ act: GoalAct, in tx: borrowing TenantTransaction, now: Timestamp,
        _ change: (Goal, borrowing TenantTransaction) throws -> PlanOutcome
    ) throws -> PlanStep {
        var work = self
        let step = try tx.undoing { tx in try work.outcome(act, in: tx, now: now, change) }
        self = work
        return step
    }

    private mutating func outcome(
        _ act: GoalAct, in tx: borrowing TenantTransaction, now: Timestamp,
        _ change: (Goal, borrowing TenantTransaction) throws -> PlanOutcome
    ) throws -> PlanStep {
        switch try change(goal, tx) {
        case .done(let what):
            var event = try take(act, .init(text: what.text, recorded: what.recorded), in: tx, now: now)
            if let action = what.action { event.action = action }
            return .done(event, what)
        case .wrong(let found): return .wrong(found)
        case .changed(let back): return .changed(back)
        }
    }
}

/// A form that comes back.
struct FormBack {
    /// The form's name.
    var form: String
    var typed: [String: String] = [:]
    var errors: [String: LocalText]
    var conflict: Conflict?
    /// Of a session: a day of the month in which it lies now, so that its form is on the page.
    var day: Int?
}

/// What was changed.
struct PlanChanged {
    /// For the feed.
    var text: String
    /// For the audit trail.
    var recorded: [AuditEvent.Change] = []
    /// What the event is called, if it is more than the act says.
    var action: AuditAction?
    /// The message afterwards, if it is another than the change's own.
    var said: StringKey?
    /// The message instead, if it was done but not whole.
    var warning: Warning?
    /// The address of the POST that undoes it, where there is one.
    var undo: Link?
}

extension PlanChange {
    static var act: GoalAct { .plan }
    var asked: Int? { shown }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var work = try GoalWork.open(id, in: tx)
        var errors = typed.errors
        var done: (event: AuditEvent, what: PlanChanged)?
        if errors.isEmpty {
            do {
                try work.check(Self.act)
                let step = try work.step(Self.act, in: tx, now: actor.now) { goal, tx in
                    try change(goal, in: tx, by: actor)
                }
                switch step {
                case .done(let event, let what): done = (event, what)
                case .wrong(let found): errors = found
                case .changed(let back):
                    throw Refusal.changed(
                        try PlanPageMaker(id, day: back.day ?? asked, refused: back).page(in: tx, by: actor, services)
                            .page)
                }
            } catch let refusal as GoalRefusal {
                errors = ["": refusal.text]
            } catch is PlanShift.Refusal {
                throw Refusal.notFound
            }
        }
        guard let done else {
            var refused = typed
            refused.errors = errors
            throw Refusal.form(
                try PlanPageMaker(id, day: asked, refused: refused).page(in: tx, by: actor, services).page)
        }
        let page = PlanPageMaker.link(id, actor, day: shown)
        return Change(
            done.event,
            next: .to(page, flash: done.what.said ?? Self.done, undo: done.what.undo, warning: done.what.warning))
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
        return .done(.init(text: form.title, recorded: [.init("day", new: Session.iso(day))]))
    }
}

struct EditSession: PlanChange {
    static let done = Strings.fitness_session_saved
    let id: ID
    private let session: ID
    private let form: SessionForm
    private let opened: OpenedForm
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        form = SessionForm(request.form)
        opened = OpenedForm(request.form, SessionOpened.names)
        shown = Session.day(request.form["shown"] ?? "")
    }

    var typed: PlanPageMaker.Refused {
        .init(form: session.description, typed: form.typed, errors: form.errors(withDay: false))
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let row = try tx.first(PlanQueries.one(session, of: id)) else {
            return try SessionOpened.gone(opened, form.typed)
        }
        let stored = try Session(row)
        let merged = form.merge(opened, with: stored, actor.language)
        if let back = opened.edited(
            session, over: stored.version, merged, Strings.fitness_session_changed, day: stored.day)
        {
            return .changed(back)
        }
        try tx.execute(
            PlanQueries.edit(session, title: form.title, detail: form.detail, minutes: form.minutes))
        return .done(.init(text: form.title, recorded: [.init("day", new: Session.iso(stored.day))]))
    }
}

struct DeleteSession: PlanChange {
    static let done = Strings.fitness_session_deleted
    let id: ID
    private let session: ID
    private let form: SessionForm
    private let opened: OpenedForm
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        form = SessionForm(request.form)
        opened = OpenedForm(request.form, SessionOpened.names)
        shown = Session.day(request.form["shown"] ?? "")
    }

    var typed: PlanPageMaker.Refused { .init(form: "", errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let row = try tx.first(PlanQueries.one(session, of: id)) else {
            return try SessionOpened.gone(opened)
        }
        let stored = try Session(row)
        let merged = form.merge(opened, with: stored, actor.language)
        if let back = opened.deleted(
            session, over: stored.version, merged, Strings.fitness_session_changed,
            Strings.fitness_session_changed_delete, day: stored.day)
        {
            return .changed(back)
        }
        try tx.execute(PlanQueries.delete(session))
        return .done(.init(text: stored.title, recorded: [.init("day", old: Session.iso(stored.day))]))
    }
}

/// What the forms about a session say of it as it was when the page was made.
enum SessionOpened {
    static let names = ["day", "title", "minutes", "detail"]

    /// For a session that is not there any more: what was typed comes back in the form that adds one. An address that no page has made is not
    /// found.
    static func gone(_ opened: OpenedForm, _ typed: [String: String]? = nil) throws -> PlanOutcome {
        guard opened.isOfPage else { throw Refusal.notFound }
        guard var typed else {
            return .changed(.init(form: "", errors: ["": LocalText(Strings.fitness_session_gone)]))
        }
        typed["day"] = opened.was["day"]
        return .changed(.init(form: "add", typed: typed, errors: ["": LocalText(Strings.fitness_session_gone_typed)]))
    }
}

/// Moves a session, alone or with what comes after it in its week or in the whole plan.
struct MovePlannedSession: PlanChange {
    static let act = GoalAct.move
    static let done = Strings.fitness_session_moved
    let id: ID
    private let session: ID
    private let day: Int?
    private let scope: PlanShift.Scope
    private let opened: OpenedForm
    private let month: Int?
    /// A day of any month, as it was typed.
    private let other: String

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        session = try request.id("workout")
        // A day that is typed may be in any month; the grid's own choices are those that it shows.
        other = request.form.trimmed("other") ?? ""
        day = Session.day(other.isEmpty ? request.form["slot"] ?? "" : other)
        scope = request.form["scope"].flatMap { PlanShift.Scope(rawValue: $0) } ?? .week
        opened = OpenedForm(request.form, SessionOpened.names)
        month = Session.day(request.form["shown"] ?? "")
    }

    var shown: Int? { other.isEmpty ? month ?? day : day ?? month }
    var asked: Int? { month ?? day }
    var typed: PlanPageMaker.Refused {
        .init(
            form: PlanPageMaker.moving(session), typed: ["other": other],
            errors: day == nil ? ["": LocalText(Strings.error_day)] : [:])
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let day else { return .wrong(["": LocalText(Strings.error_day)]) }
        guard let row = try tx.first(PlanQueries.one(session, of: id)) else { return try SessionOpened.gone(opened) }
        let stored = try Session(row)
        // Words and ticks may have changed since: the move takes nothing of them away. A day that somebody else chose is theirs.
        if stored.version != opened.version, opened.was["day"] != Session.iso(stored.day) {
            let moved = Strings.fitness_session_moved_meanwhile(
                day: DateStyle(actor.language).date(LocalTime(dayNumber: stored.day)))
            return .changed(
                .init(
                    form: PlanPageMaker.moving(session), typed: ["other": Session.iso(day)], errors: ["": moved],
                    day: stored.day))
        }
        let move = try PlanWork.move(session, to: day, scope, of: id, in: tx, by: actor)
        let undo: Link = "\(actor.link(to: GoalList.list))/\(id)/plan/moves/\(move.id)/undo"
        let said: StringKey =
            switch scope {
            case .rest: Strings.fitness_session_moved
            case .week: Strings.fitness_session_moved_week
            case .one: Strings.fitness_session_moved_one
            }
        return .done(
            .init(
                text: move.session.title, recorded: move.recorded, said: said,
                undo: move.isChange ? undo.with(query: [("shown", Session.iso(shown ?? day))]) : nil))
    }
}

/// Puts a moved session, and what went along, back to where they were. What was ticked or moved since stays.
struct UndoPlanMove: PlanChange {
    static let act = GoalAct.move
    static let done = Strings.fitness_session_move_undone
    let id: ID
    private let move: ID
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        move = try request.id("planmove")
        shown = Session.day(request.query["shown"] ?? request.form["shown"] ?? "")
    }

    var typed: PlanPageMaker.Refused { .init(form: "", errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        let undone = try PlanWork.undo(move, of: id, in: tx, now: actor.now)
        // The first one in the plan stands for all: it is the one that was moved, or what came right after it.
        guard let (first, day) = undone.sessions.first else {
            return .wrong(["": LocalText(Strings.fitness_session_move_over)])
        }
        let others = undone.sessions.count - 1
        return .done(
            .init(
                text: first.title, recorded: PlanMove(id: move, session: first, day: day, others: others).recorded,
                action: .goalMoveUndone, said: undone.isPart ? Strings.fitness_session_move_undone_part : nil))
    }
}

/// Takes back what a copied month or a template put into the plan. What was ticked, moved or edited since stays.
struct UndoPlanBatch: PlanChange {
    static let done = Strings.fitness_batch_undone
    let id: ID
    private let batch: ID
    let shown: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        batch = try request.id("planbatch")
        shown = Session.day(request.query["shown"] ?? request.form["shown"] ?? "")
    }

    static func link(_ batch: ID, of goal: ID, shown: Int?, _ actor: Actor) -> Link {
        let undo: Link = "\(actor.link(to: GoalList.list))/\(goal)/plan/batches/\(batch)/undo"
        return shown.map { undo.with(query: [("shown", Session.iso($0))]) } ?? undo
    }

    var typed: PlanPageMaker.Refused { .init(form: "", errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        let undone = try PlanWork.undo(batch: batch, of: id, in: tx, now: actor.now)
        guard undone.removed > 0 else { return .wrong(["": LocalText(Strings.fitness_batch_over)]) }
        return .done(
            .init(
                text: "",
                recorded: [.init("sessions", old: String(undone.removed))]
                    + (undone.day.map { [.init("day", old: Session.iso($0))] } ?? []),
                said: undone.kept > 0 ? Strings.fitness_batch_undone_part : nil))
    }
}

/// Copies the month before the shown one, by whole weeks, so that each session keeps its weekday: by as many as lose the fewest sessions. What
/// falls outside of the month is left out, and the message says how many that are.
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
        let step = Self.step(of: found.map(\.day), from: before.firstDay, into: days)
        let kept = found.filter { days.contains($0.day + step) }
        let wanted = kept.map {
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
        let batch = ID.make(at: actor.now)
        try tx.execute(PlanQueries.add(sessions, goal: id, user: goal.user, tenant: tx.tenant, batch: batch))
        return .done(
            .init(
                text: "", recorded: NewSession.recorded(sessions),
                warning: kept.count < found.count
                    ? Warning(
                        Strings.fitness_month_copied_part(
                            number: NumberStyle(actor.language).integer(found.count - kept.count))) : nil,
                undo: UndoPlanBatch.link(batch, of: id, shown: shown, actor)))
    }

    /// By how many days, in whole weeks, the days of a month go into the next one with the least loss. Of two that lose the same, the one that
    /// leaves the days nearer to where they are in their own month.
    static func step(of found: [Int], from first: Int, into days: Range<Int>) -> Int {
        let length = days.lowerBound - first
        let steps = [length / 7 * 7, (length + 6) / 7 * 7]
        func loss(_ step: Int) -> (Int, Int) {
            (found.count { !days.contains($0 + step) }, abs(step - length))
        }
        return steps.min { loss($0) < loss($1) } ?? steps[0]
    }
}
