import HTML
import Postgres
import Sheets
import Templates
import Web

/// One import: its progress while a job works on it; otherwise its rows and the possible actions.
package struct ShowImport<Declared: ImportDeclaration>: Viewing {
    package let id: ID
    private let state: String
    private let keyset: Keyset<Int>

    package init(_ request: WebRequest) throws {
        id = try request.id("import")
        state = request.query["rows"] ?? ""
        keyset = Keyset(request.query)
    }

    /// The page as the response to an action that is no longer possible.
    package init(_ id: ID) { (self.id, state, keyset) = (id, "", Keyset()) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let found = try Import.one(id, of: Declared.list, in: tx, services)
        let frame = Declared.frame(found.head.fileName, actor, services)
        if found.state.isMoving { return progress(found, frame, Declared.base(actor)) }
        return try page(found, frame, in: tx, by: actor, services)
    }

    private func progress(_ found: Import, _ frame: Frame, _ base: Link) -> ProgressPage {
        let doing: StringKey =
            switch found.state {
            case .checking: Strings.import_doing_checking
            case .running: Strings.import_doing_running
            default: Strings.import_doing_undoing
            }
        let (done, total) = found.progress
        return ProgressPage(
            found, frame, doing: LocalText(doing),
            soFar: total > 0
                ? Strings.import_so_far(done: done, total: total) : Strings.import_rows_so_far(done: done),
            here: "\(base)/\(found.id)")
    }

    private func page(
        _ found: Import, _ frame: Frame, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ImportPage {
        let here: Link = "\(Declared.base(actor))/\(found.id)"
        let counts = try ImportCounts(id, in: tx)
        let states = ImportRowMaker<Declared>.states.filter { counts[$0.state] > 0 }
        let shown = states.contains { $0.state == state } ? state : states.first?.state ?? ""
        let rows = keyset.page(of: try tx.rows(ImportRowQueries.page([shown], of: id, keyset)))
        let maker = ImportRowMaker<Declared>(found: found, actor: actor, services: services)
        if Declared.isPersonal {
            services.readings.note(actor, filter: [("import", id.description)], rows: rows.rows.count)
        }
        let trail = try ObjectTrail(of: id, kinds: [.import], in: tx, by: actor)
        var made = ImportPage(
            frame: frame, state: found.state.badge, problem: found.problem?.words,
            run: [.checked, .stopped].contains(found.state) && counts.sum(["new", "changed"]) > 0 ? "\(here)/run" : nil,
            runs: Strings.import_runs(
                new: Strings.import_runs_new(count: counts["new"]),
                changed: Strings.import_runs_changed(count: counts["changed"])), note: note(found, counts),
            days: Imports.days,
            wrong: counts.sum(["wrong", "failed"]) > 0 ? "\(here)/wrong.xlsx" : nil,
            buttons: buttons(found, counts, frame, here, actor),
            rows: states.isEmpty
                ? nil
                : WorkRows(
                    label: LocalText(Strings.import_rows), head: LocalText(Strings.import_row),
                    tabs: states.map { one in
                        .init(
                            label: one.tab(counts[one.state]), link: here.with(query: [("rows", one.state)]),
                            isCurrent: one.state == shown)
                    },
                    rows: try rows.rows.map { try maker.row($0, tenant: tx.tenant) },
                    pager: try rows.pager(
                        Strings.import_shown(rows: counts[shown]), here.with(query: [("rows", shown)])
                    ) { try $0.int("number") }))
        made.chosen = try Declared.choices(found.columns, found.options, in: tx).compactMap { choice in
            choice.words(among: found.options).map { Strings.import_chosen(label: LocalText(choice.label), value: $0) }
        }
        made.trail = try trail.card(Strings.user_trail, in: tx, by: actor, services)
        return made
    }

    private func note(_ found: Import, _ counts: ImportCounts) -> LocalText? {
        switch found.state {
        case .done:
            Strings.import_ended(
                added: counts["added"], updated: counts["updated"], failed: counts.sum(["wrong", "failed"]))
        case .undone: Strings.import_undo_ended(undone: counts["undone"], kept: counts["kept"])
        default: nil
        }
    }

    private func buttons(_ found: Import, _ counts: ImportCounts, _ frame: Frame, _ here: Link, _ actor: Actor)
        -> [ActButton]
    {
        let csrf = actor.session?.csrf ?? ""
        func button(_ label: StringKey, _ icon: String, _ action: Link) -> ActButton {
            ActButton(LocalText(label), icon: frame.icon(icon), action: action, csrf: csrf)
        }
        var buttons: [ActButton] = []
        if found.state == .checked { buttons.append(button(Strings.import_check_again, "check", "\(here)/matching")) }
        if [.done, .stopped].contains(found.state), counts.sum(["added", "updated"]) > 0 {
            buttons.append(button(Strings.import_undo, "undo", "\(here)/undo"))
        }
        buttons.append(button(Strings.import_delete, "trash", "\(here)/deletion"))
        return buttons
    }
}
