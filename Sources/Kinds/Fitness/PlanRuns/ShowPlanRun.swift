import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// One run: which goals it would fill, how far it has come, what became of each.
struct ShowPlanRun: Viewing {
    private let id: ID
    private let state: String
    private let keyset: Keyset<Int>

    init(_ request: WebRequest) throws {
        id = try request.id("planrun")
        state = request.query["goals"] ?? ""
        keyset = Keyset(request.query)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try PlanRunPageMaker(run: .one(id, in: tx), state: state, keyset: keyset).page(in: tx, by: actor, services)
    }
}

struct PlanRunPageMaker {
    var run: PlanRun
    /// The state of the members whose tab is open.
    var state = ""
    var keyset = Keyset<Int>()

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let here = run.link(actor)
        let frame = actor.frame(
            Strings.fitness_run_of(name: run.name), services, current: ShowTemplates.path,
            crumb: (LocalText(Strings.fitness_runs), actor.link(ShowPlanRuns.path)))
        let may = actor.may(.editFitness)
        func button(_ label: StringKey, _ icon: String, _ path: String) -> ActButton {
            ActButton(
                LocalText(label), icon: frame.icon(icon), action: "\(here)/\(path)", csrf: actor.session?.csrf ?? "")
        }
        if run.state.isMoving {
            return progress(
                frame, here, stop: may && run.state != .gathering ? button(Strings.work_stop, "pause", "stop") : nil)
        }
        var buttons: [ActButton] = []
        if may, run.state == .stopped, run.count(.due) > 0 { buttons.append(button(Strings.bulk_go_on, "play", "run")) }
        if may, run.canUndo(at: actor.now) { buttons.append(button(Strings.bulk_undo, "undo", "undo")) }
        let rows = try rows(here, in: tx, by: actor)
        services.readings.note(actor, filter: [("plan_run", run.id.description)], rows: rows?.rows.count ?? 0)
        let trail = try ObjectTrail(of: run.id, kinds: [.planRun], in: tx, by: actor)
        return PlanRunPage(
            frame: frame, state: run.state.badge,
            touches: run.state == .ready ? Strings.fitness_run_touches(count: run.count(.due)) : nil,
            from: DateStyle(actor.language).date(LocalTime(dayNumber: run.firstDay)),
            hours: PlanRun.undoHours,
            form: may && run.state == .ready && run.count(.due) > 0
                ? BulkForm(
                    action: "\(here)/run", csrf: actor.session?.csrf ?? "",
                    button: LocalText(Strings.fitness_run_start), isDanger: false, reason: nil,
                    cancel: actor.link(ShowTemplates.path)) : nil,
            note: note(actor), buttons: buttons, rows: rows,
            trail: try trail.card(Strings.user_trail, in: tx, by: actor, services))
    }

    private func progress(_ frame: Frame, _ here: Link, stop: ActButton?) -> ProgressPage {
        let (done, total) = run.progress
        let doing: StringKey =
            switch run.state {
            case .gathering: Strings.fitness_run_gathering
            case .undoing: Strings.bulk_doing_undoing
            default: Strings.fitness_run_running
            }
        return ProgressPage(
            run, frame, doing: LocalText(doing),
            soFar: run.state == .gathering
                ? Strings.fitness_run_shown(count: done) : Strings.bulk_so_far(done: done, total: total), here: here,
            stop: stop)
    }

    /// Why sessions of the run are there still, and how many.
    private static func reasons(_ row: Row, _ language: Language) throws -> [String] {
        if try GoalState(rawValue: row.text("state"))?.isOpen == false {
            return [LocalText(Strings.fitness_run_kept_over).resolve(in: language)]
        }
        let (held, ticked, moved) = (try row.int("held"), try row.int("ticked"), try row.int("moved"))
        return [
            (ticked, Strings.fitness_run_kept_ticked(count: ticked)),
            (moved, Strings.fitness_run_kept_moved(count: moved)),
            (held - ticked - moved, Strings.fitness_run_kept_edited(count: held - ticked - moved)),
            (try row.int("sessions") - held, Strings.fitness_run_kept_gone(count: try row.int("sessions") - held)),
        ].filter { $0.0 > 0 }.map { $0.1.resolve(in: language) }
    }

    private func note(_ actor: Actor) -> LocalText? {
        switch run.state {
        case .done, .stopped: return run.ended(for: actor)
        case .undone: return Strings.fitness_run_undone(undone: run.count(.undone), kept: run.count(.kept))
        default: return nil
        }
    }

    private func rows(_ here: Link, in tx: borrowing TenantTransaction, by actor: Actor) throws -> WorkRows? {
        let members = UndoableMember.allCases.filter { run.count($0) > 0 }
        guard let shown = members.first(where: { $0.rawValue == state }) ?? members.first else { return nil }
        let found = keyset.page(of: try tx.rows(PlanRunQueries.goals(shown, of: run.id, keyset)))
        let goals = actor.link(to: GoalList.list)
        return WorkRows(
            label: LocalText(Strings.fitness_goals), head: LocalText(Strings.fitness_recipient),
            tabs: members.map { member in
                .init(
                    label: member.goalTab(run.count(member)), link: here.with(query: [("goals", member.rawValue)]),
                    isCurrent: member == shown)
            },
            rows: try found.rows.map { row in
                let (name, email) = (try row.text("name"), try row.text("email"))
                let plan: Link = "\(goals)/\(try row.id("goal_id"))/plan"
                return WorkRow(
                    name: UserName.shown(name, email, actor.language),
                    link: plan.with(query: [("month", Session.iso(run.firstDay))]),
                    detail: ([UserName.detail(name, email)].compactMap { $0 }
                        + (shown == .kept ? try Self.reasons(row, actor.language) : [])).joined(in: actor.language),
                    state: shown.goalBadge, changes: [])
            },
            pager: try found.pager(
                Strings.fitness_run_shown(count: run.count(shown)), here.with(query: [("goals", shown.rawValue)])
            ) { try $0.int("number") })
    }
}

/// Which templates were applied to many goals lately.
struct ShowPlanRuns: Viewing {
    static let path = "fitness-plan-runs"
    /// Enough for two weeks; the audit trail has older runs.
    private static let most = 100

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let templates = actor.link(ShowTemplates.path)
        let rows = try tx.rows(PlanRunQueries.latest(Self.most)).map { row in
            let run = try PlanRun(row)
            // How many were filled and how many were skipped, not only how many there are.
            let counted = UndoableMember.allCases.filter { run.count($0) > 0 }.map {
                $0.goalTab(run.count($0)).resolve(in: actor.language)
            }
            return WorkTable.Row(
                link: run.link(actor), name: run.name,
                detail: counted.isEmpty
                    ? Strings.fitness_run_shown(count: run.total)
                    : Strings.catalogue_named(name: counted.joined(in: actor.language)),
                state: run.state.badge, third: run.createdName,
                when: DurationStyle(actor.language).ago(
                    seconds: Int(max(0, actor.now.seconds - run.createdAt.seconds))))
        }
        return WorkListPage(
            frame: actor.frame(
                LocalText(Strings.fitness_runs), services, current: ShowTemplates.path,
                crumb: (LocalText(Strings.fitness_templates), templates)),
            table: WorkTable(
                label: LocalText(Strings.fitness_runs), head: LocalText(Strings.fitness_template),
                third: LocalText(Strings.work_by), rows: rows),
            empty: LocalText(Strings.fitness_runs_none), advice: Strings.fitness_runs_kept(days: PlanRun.days),
            back: templates, backLabel: LocalText(Strings.fitness_templates))
    }
}
