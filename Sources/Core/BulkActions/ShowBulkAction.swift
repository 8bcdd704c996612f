import Console
import HTML
import Postgres
import Templates
import Web

/// One bulk action: the users that it changes, its progress, and the result for each.
struct ShowBulkAction: Viewing {
    private let id: ID
    private let state: String
    private let keyset: Keyset<Int>

    init(_ request: WebRequest) throws {
        id = try request.id("bulk")
        state = request.query["users"] ?? ""
        keyset = Keyset(request.query)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let bulk = try BulkAction.one(id, in: tx, services)
        return try BulkPageMaker(bulk: bulk, state: state, keyset: keyset).page(in: tx, by: actor, services)
    }
}

struct BulkPageMaker {
    var bulk: BulkAction
    /// The open tab: a state of its users.
    var state = ""
    var keyset = Keyset<Int>()
    /// The typed reason that was refused.
    var reason = ""
    var error: LocalText?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let here: Link = "\(actor.link("users"))/bulk/\(bulk.id)"
        let act: Link = "\(actor.link("users"))/bulk/\(bulk.act.rawValue)/\(bulk.id)"
        let frame = actor.frame(
            bulk.name(actor.language), services, current: "users",
            crumb: (LocalText(Strings.bulk_title), "\(actor.link("users"))/bulk"))
        if bulk.state.isMoving { return progress(frame, here, act, actor) }
        let may = actor.may(bulk.act.permission)
        var buttons: [ActButton] = []
        func button(_ label: StringKey, _ icon: String, _ path: String) {
            buttons.append(
                ActButton(
                    LocalText(label), icon: frame.icon(icon), action: "\(act)/\(path)", csrf: actor.session?.csrf ?? "")
            )
        }
        if may, bulk.state == .stopped, bulk.count(.due) > 0 { button(Strings.bulk_go_on, "play", "run") }
        if may, bulk.canUndo(at: actor.now) { button(Strings.bulk_undo, "undo", "undo") }
        let rows = try rows(here, in: tx, by: actor)
        services.readings.note(actor, filter: [("bulk", bulk.id.description)], rows: rows?.rows.count ?? 0)
        let trail = try ObjectTrail(of: bulk.id, kinds: [.bulk], in: tx, by: actor)
        var made = BulkPage(
            frame: frame, state: bulk.state.badge,
            touches: bulk.state == .ready ? Strings.bulk_touches(users: bulk.count(.due)) : nil,
            facts: facts, advice: bulk.act.advice.map { LocalText($0) }, reasonGiven: bulk.reason,
            form: may && bulk.state == .ready && bulk.count(.due) > 0
                ? BulkForm(
                    action: "\(act)/run", csrf: actor.session?.csrf ?? "", button: LocalText(bulk.act.label),
                    isDanger: bulk.act == .deletion,
                    reason: bulk.act.requiresReason
                        ? Field(
                            "reason", label: LocalText(Strings.user_reason), value: reason,
                            hint: bulk.act == .plan ? nil : LocalText(Strings.user_reason_hint), error: error,
                            isRequired: bulk.act.needsReason)
                        : nil,
                    cancel: actor.link("users")) : nil,
            hours: BulkAction.undoHours, note: note(actor), buttons: buttons, rows: rows)
        made.trail = try trail.card(Strings.user_trail, in: tx, by: actor, services)
        return made
    }

    private func progress(_ frame: Frame, _ here: Link, _ act: Link, _ actor: Actor) -> ProgressPage {
        let isGathering = bulk.state == .gathering
        let (done, total) = bulk.progress
        let doing: StringKey =
            switch bulk.state {
            case .gathering: Strings.bulk_doing_gathering
            case .undoing: Strings.bulk_doing_undoing
            default: Strings.bulk_doing_running
            }
        return ProgressPage(
            bulk, frame, doing: LocalText(doing),
            soFar: isGathering
                ? Strings.bulk_gathered(users: done) : Strings.bulk_so_far(done: done, total: total), here: here,
            stop: isGathering || !actor.may(bulk.act.permission)
                ? nil
                : ActButton(
                    LocalText(Strings.work_stop), icon: frame.icon("pause"), action: "\(act)/stop",
                    csrf: actor.session?.csrf ?? ""))
    }

    /// The users that are not changed, and why.
    private var facts: [LocalText] {
        guard bulk.state == .ready else { return [] }
        var facts: [LocalText] = []
        if bulk.count(.already) > 0 { facts.append(Strings.bulk_already(users: bulk.count(.already))) }
        if bulk.count(.unfit) > 0 { facts.append(Strings.bulk_unfit(users: bulk.count(.unfit))) }
        return facts
    }

    private func note(_ actor: Actor) -> LocalText? {
        switch bulk.state {
        case .done, .stopped: return bulk.ended(for: actor)
        case .undone: return Strings.bulk_undo_ended(undone: bulk.count(.undone), kept: bulk.count(.kept))
        default: return nil
        }
    }

    private func rows(_ here: Link, in tx: borrowing TenantTransaction, by actor: Actor) throws -> WorkRows? {
        let members = UndoableMember.allCases.filter { bulk.count($0) > 0 }
        guard let shown = members.first(where: { $0.rawValue == state }) ?? members.first else { return nil }
        let found = keyset.page(of: try tx.rows(BulkActionQueries.users(shown, of: bulk.id, keyset)))
        let words = AuditWords(kind: "user", language: actor.language)
        return WorkRows(
            label: LocalText(Strings.menu_users), head: LocalText(Strings.user_user),
            tabs: members.map { member in
                .init(
                    label: member.tab(bulk.count(member)), link: here.with(query: [("users", member.rawValue)]),
                    isCurrent: member == shown)
            },
            rows: try found.rows.map { row in
                let (name, email) = (try row.text("name"), try row.text("email"))
                return WorkRow(
                    name: UserName.shown(name, email, actor.language),
                    link: "\(actor.link("users"))/\(try row.id("user_id"))",
                    detail: UserName.detail(name, email) ?? "",
                    state: shown.badge, changes: try change(shown, row).map { [words.change($0)] } ?? [])
            },
            pager: try found.pager(
                Strings.bulk_shown(users: bulk.count(shown)), here.with(query: [("users", shown.rawValue)])
            ) { try $0.int("number") })
    }

    /// The change of one user, future or past.
    private func change(_ member: UndoableMember, _ row: Row) throws -> AuditEvent.Change? {
        let given = try bulk.act.given(row, chosen: bulk.value, reason: "").value
        switch member {
        case .due: return .init(bulk.act.field, old: try bulk.act.stored(row), new: given)
        case .done: return .init(bulk.act.field, old: try row.text("old"), new: given)
        case .undone: return .init(bulk.act.field, old: given, new: try row.text("old"))
        case .changed, .kept, .unfit, .already: return nil
        }
    }
}
