import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// The form by which a template is applied to many goals: from which day on, and to which.
struct ShowPlanRunForm: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("plantemplate") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try PlanRunFormMaker(id).page(in: tx, by: actor, services)
    }
}

struct PlanRunFormMaker {
    static let fields = ["from", "scope", "group", "planned"]

    private let id: ID
    private let typed: [String: String]
    private let errors: [String: LocalText]

    init(_ id: ID, typed: [String: String] = [:], errors: [String: LocalText] = [:]) {
        (self.id, self.typed, self.errors) = (id, typed, errors)
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> PlanRunFormPage {
        guard let template = try tx.first(PlanQueries.template(id)),
            let size = try tx.first(PlanRunQueries.template(id))
        else { throw Refusal.notFound }
        let language = actor.language
        let today = try tx.first(PlanQueries.today(zone: actor.tenant.zone))?.int("day") ?? 0
        func words(_ key: StringKey) -> String { LocalText(key).resolve(in: language) }
        func choice(_ name: String, _ label: StringKey, _ options: [(value: String, words: String)]) -> Choice {
            let chosen = typed[name] ?? options.first?.value
            return Choice(
                name, label: LocalText(label),
                options: options.map { .init(value: $0.value, label: $0.words, isSelected: $0.value == chosen) },
                error: errors[name])
        }
        let groups = try tx.rows(SponsorQueries.groups(language: actor.language)).map { row in
            (value: try row.id("id").description, words: try row.text("name"))
        }
        let templates = actor.link(ShowTemplates.path)
        let name = try template.text("name")
        return PlanRunFormPage(
            frame: actor.frame(
                Strings.fitness_run_of(name: name), services, current: ShowTemplates.path,
                crumb: (LocalText(Strings.fitness_templates), templates)),
            action: "\(templates)/\(id)/application",
            sessions: Strings.fitness_sessions(count: try size.int("n")),
            day: .day(
                "from", LocalText(Strings.fitness_template_from), typed["from"] ?? Session.iso(today), language,
                error: errors["from"], isRequired: true),
            scope: choice(
                "scope", Strings.fitness_run_scope, PlanRun.Scope.allCases.map { ($0.rawValue, words($0.label)) }),
            group: choice(
                "group", Strings.fitness_run_group, [("", words(Strings.fitness_run_group_any))] + groups),
            planned: choice(
                "planned", Strings.fitness_run_planned,
                [("skip", words(Strings.fitness_run_planned_skip)), ("add", words(Strings.fitness_run_planned_add))]),
            runs: actor.link(ShowPlanRuns.path), refused: errors[""])
    }
}

/// Fixes which goals are meant. No plan is changed yet.
struct PreparePlanRun: Changing {
    private let template: ID
    private let typed: [String: String]

    init(_ request: WebRequest) throws {
        template = try request.id("plantemplate")
        typed = Dictionary(
            uniqueKeysWithValues: PlanRunFormMaker.fields.map { ($0, request.form.trimmed($0) ?? "") })
    }

    private var day: Int? { Session.day(typed["from"] ?? "") }
    private var scope: PlanRun.Scope? { PlanRun.Scope(rawValue: typed["scope"] ?? "") }

    private func errors(in tx: borrowing TenantTransaction, by actor: Actor) throws -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if day == nil { errors["from"] = LocalText(Strings.error_day) }
        if scope == nil { errors["scope"] = LocalText(Strings.error_choice) }
        if !["skip", "add"].contains(typed["planned"]) { errors["planned"] = LocalText(Strings.error_choice) }
        if let group = typed["group"], !group.isEmpty {
            let known = try ID(group).flatMap { try tx.first(SponsorQueries.group($0, language: actor.language)) }
            if known == nil { errors["group"] = LocalText(Strings.error_choice) }
        }
        return errors
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(PlanQueries.template(template)) else { throw Refusal.notFound }
        let errors = try errors(in: tx, by: actor)
        guard errors.isEmpty, let day, let scope else { throw try refused(errors, in: tx, by: actor, services) }
        let id = ID.make(at: actor.now)
        try tx.execute(
            PlanRunQueries.add(
                id, tenant: tx.tenant, template: template, name: row.text("name"), entry: row.id("entry_id"), day: day,
                scope, group: typed["group"].flatMap { ID($0) }, skipsPlanned: typed["planned"] == "skip", by: actor,
                expiresAt: actor.now.adding(seconds: Int64(PlanRun.days) * 86_400)))
        // The first ten thousand at once, for most that is all.
        let batch = PlanRunBatch(try PlanRun.one(id, in: tx), by: actor, services)
        let hasMore = try batch.gather(in: tx)
        let run = try PlanRun.one(id, in: tx)
        if run.total == 0 {
            throw try refused(["": LocalText(Strings.fitness_run_nobody)], in: tx, by: actor, services)
        }
        if hasMore { try Jobs.add(PlanRunWork(tenant: tx.tenant, id: id), in: tx, by: actor, services) }
        return Change(
            AuditEvent(
                .planRunPrepared, on: .planRun, id, name: run.name,
                changes: run.changes(hasMore ? [] : [.due, .already, .unfit])), next: .to(run.link(actor)))
    }

    private func refused(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .form(try PlanRunFormMaker(template, typed: typed, errors: errors).page(in: tx, by: actor, services))
    }
}
