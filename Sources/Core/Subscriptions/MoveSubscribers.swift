import Console
import HTML
import Postgres
import Templates
import Web

/// Starts to move a plan's subscribers to its newest version, as the page has shown.
struct MoveSubscribers: Changing {
    let plan: ID
    let from: Int
    let to: Int

    init(_ request: WebRequest) throws {
        plan = try request.id("entry")
        from = request.form["from"].flatMap { Int($0) } ?? 0
        to = request.form["to"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try CatalogueEntry.locked(plan, of: Plans.catalogue, in: tx, by: actor)
        let holders = try tx.rows(MoveQueries.holders(of: plan)).map { try MoveEffect.Holders($0) }
        let meant = holders.filter { $0.isMeant(from: from, to: to) }.reduce(0) { $0 + $1.count }
        let isMoving = try tx.rows(MoveQueries.latest(of: plan, zone: actor.tenant.zone)).contains {
            try PlanMove($0).state == .running
        }
        // If another version is live by now, or another admin was first, the effect is shown again.
        guard let live = entry.live, live.number == to, meant > 0, !isMoving else {
            throw Refusal.changed(
                try SubscribersPageMaker(plan: plan, from: from, notice: LocalText(Strings.problem_changed_advice))
                    .page(in: tx, by: actor, services))
        }
        let id = ID.make(at: actor.now)
        try tx.execute(MoveQueries.add(id, tenant: tx.tenant, plan: plan, from: from, to: to, total: meant, by: actor))
        try Jobs.add(MoveWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        return Change(
            AuditEvent(
                .planMoveStarted, on: .entry, plan,
                name: Plans.catalogue.entryName(live.content, actor.tenant.languages),
                changes: [
                    .init("plan_version", old: from == 0 ? nil : String(from), new: String(to)),
                    .init("subscribers", new: String(meant)),
                ]),
            next: .to("\(actor.link(Plans.catalogue.path))/\(plan)/moves/\(id)"))
    }
}

/// One move: its progress, and its result.
struct ShowMove: Viewing {
    let plan: ID
    let id: ID

    init(_ request: WebRequest) throws {
        plan = try request.id("entry")
        id = try request.id("move")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let row = try tx.first(MoveQueries.one(id, of: plan, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let move = try PlanMove(row)
        let base: Link = "\(actor.link(Plans.catalogue.path))/\(plan)"
        let frame = actor.frame(
            LocalText(Strings.move_one), services, current: Plans.catalogue.path,
            crumb: (LocalText(Strings.subscribers_title), "\(base)/subscribers"))
        if move.isMoving {
            let (done, total) = move.progress
            return ProgressPage(
                move, frame, doing: LocalText(Strings.move_doing), soFar: Strings.move_so_far(done: done, total: total),
                here: "\(base)/moves/\(id)")
        }
        let number = NumberStyle(actor.language)
        var page = MovePage(
            frame: frame, state: move.state.badge,
            facts: [
                Fact(LocalText(Strings.move_to), number.integer(move.to)),
                Fact(LocalText(Strings.move_moved), number.integer(move.moved)),
                Fact(LocalText(Strings.move_kept), number.integer(move.kept)),
                Fact(LocalText(Strings.approvals_by), move.requester.name),
                Fact(LocalText(Strings.move_begun), DateStyle(actor.language).dateTime(move.begun)),
            ], subscribers: "\(base)/subscribers")
        page.trail = try ObjectTrail.card(of: plan, .entry, Strings.user_trail, in: tx, by: actor, services)
        return page
    }
}
