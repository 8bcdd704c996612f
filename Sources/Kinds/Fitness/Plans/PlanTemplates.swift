import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Puts a template of the goal's type into the plan, from a day on.
struct ApplyTemplate: PlanChange {
    static let done = Strings.fitness_template_applied
    let id: ID
    private let template: ID?
    private let day: Int?
    private let from: String

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        template = request.form["template"].flatMap { ID($0) }
        from = request.form.trimmed("from") ?? ""
        day = Session.day(from)
    }

    var shown: Int? { day }
    var typed: PlanPageMaker.Refused {
        .init(
            form: "template", typed: ["from": from, "template": template?.description ?? ""],
            errors: day == nil ? ["from": LocalText(Strings.error_day)] : [:])
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let day, let template, let row = try tx.first(PlanQueries.template(template)),
            try row.id("entry_id") == goal.entry
        else { throw Refusal.notFound }
        let sessions = try tx.rows(PlanQueries.sessions(of: template)).map { row in
            NewSession(
                id: ID.make(at: actor.now), day: day + (try row.int("day_offset")), title: try row.text("title"),
                detail: try row.text("detail"), minutes: try row.intOrNil("minutes"))
        }
        guard try PlanWork.room(for: sessions.count, in: id, tx) else {
            return .wrong(["": Strings.fitness_plan_full(max: Session.most)])
        }
        let batch = ID.make(at: actor.now)
        try tx.execute(PlanQueries.add(sessions, goal: id, user: goal.user, tenant: tx.tenant, batch: batch))
        return .done(
            .init(
                text: try row.text("name"), recorded: NewSession.recorded(sessions),
                undo: UndoPlanBatch.link(batch, of: id, shown: shown, actor)))
    }
}

/// Keeps the shown month of a plan as a template for goals of the same type.
struct SaveTemplate: PlanChange {
    static let done = Strings.fitness_template_saved
    static let longestName = 80
    let id: ID
    let shown: Int?
    private let name: String

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        name = request.form.trimmed("name") ?? ""
        shown = Session.day(request.form["shown"] ?? "")
        guard shown != nil else { throw Refusal.notFound }
    }

    var typed: PlanPageMaker.Refused {
        var errors: [String: LocalText] = [:]
        errors["name"] = LineText.fault(name, most: Self.longestName)
        return .init(form: "save", typed: ["name": name], errors: errors)
    }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        if try tx.first(PlanQueries.named(name, of: goal.entry)) != nil {
            return .wrong(["name": LocalText(Strings.fitness_template_taken)])
        }
        let month = CalendarMonth(of: shown ?? 0, in: actor.language)
        let last = CalendarMonth(of: month.firstDay + 31, in: actor.language).firstDay - 1
        guard let first = try tx.first(PlanQueries.days(of: id, month.firstDay, last))?.int("day") else {
            return .wrong(["": LocalText(Strings.fitness_month_nothing)])
        }
        let template = ID.make(at: actor.now)
        try tx.execute(
            PlanQueries.addTemplate(template, tenant: tx.tenant, entry: goal.entry, name: name, now: actor.now))
        try tx.execute(PlanQueries.fillTemplate(template, tenant: tx.tenant, from: id, first, last))
        return .done(.init(text: name, recorded: [.init("day", new: Session.iso(first))]))
    }
}

/// All templates, by goal type.
struct ShowTemplates: Viewing {
    static let path = "fitness-templates"

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let here = actor.link(Self.path)
        return TemplatesPage(
            frame: actor.frame(LocalText(Strings.fitness_templates), services, current: Self.path),
            runs: actor.link(ShowPlanRuns.path),
            templates: try tx.rows(TemplateQueries.all(actor.language)).map { row in
                let own: Link? = actor.may(.editFitness) ? "\(here)/\(try row.id("id"))" : nil
                return .init(
                    name: try row.text("name"), type: try row.textOrNil("type") ?? row.text("key"),
                    sessions: Strings.fitness_sessions(count: try row.int("sessions")),
                    application: own.map { "\($0)/application" }, deletion: own.map { "\($0)/deletion" })
            })
    }
}

enum TemplateQueries {
    static func all(_ language: Language) -> SQL {
        """
        select templates.id, templates.name, entry.key, (\(EntryNames.now("templates.entry_id", in: language))) as type,
            (select count(*) from fitness_template_sessions as sessions where sessions.template_id = templates.id) as sessions
        from fitness_templates as templates join catalogue_entries as entry on entry.id = templates.entry_id
        order by entry.position, entry.key, templates.name collate "und-x-icu" limit 500
        """
    }
}

/// Plans that were made of it stay.
struct DeleteTemplate: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("plantemplate") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(PlanQueries.template(id)) else { throw Refusal.notFound }
        try tx.execute(PlanQueries.deleteTemplate(id))
        return Change(
            AuditEvent(.templateDeleted, on: .planTemplate, id, name: try row.text("name")),
            next: .to(actor.link(ShowTemplates.path), flash: Strings.fitness_template_deleted))
    }
}
