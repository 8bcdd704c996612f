import HTML

/// A file's rows as they were judged or as they became, and what can be done with the whole.
package struct ImportPage: Sendable {
    package var frame: Frame
    package var state: StatusBadge
    /// Why the file could not be read.
    package var problem: LocalText?
    /// Where the import is started; nil when there is nothing to start.
    package var run: Link?
    package var runs: LocalText
    package var note: LocalText?
    /// Until when it can be undone.
    package var days: Int
    /// The workbook of wrong rows.
    package var wrong: Link?
    package var buttons: [ActButton]
    /// nil when the file has none that could be shown.
    package var rows: WorkRows?
    /// What was chosen for the whole file.
    package var chosen: [LocalText] = []
    /// What was done to it, and by whom.
    package var trail: TrailCard?

    package init(
        frame: Frame, state: StatusBadge, problem: LocalText?, run: Link?, runs: LocalText, note: LocalText?, days: Int,
        wrong: Link?,
        buttons: [ActButton], rows: WorkRows?
    ) {
        self.frame = frame
        self.state = state
        self.problem = problem
        self.run = run
        self.runs = runs
        self.note = note
        self.days = days
        self.wrong = wrong
        self.buttons = buttons
        self.rows = rows
    }

    package static var sample: ImportPage {
        ImportPage(
            frame: .sample("members \"<&>\" 2026.csv", at: "users"),
            state: StatusBadge(LocalText(Strings.import_state_checked), tone: .warn), problem: nil,
            run: "/t/rooster-me/users/import/1/run",
            runs: Strings.import_runs(
                new: Strings.import_runs_new(count: 1200), changed: Strings.import_runs_changed(count: 34)), note: nil,
            days: 30,
            wrong: "/t/rooster-me/users/import/1/wrong.xlsx",
            buttons: [
                ActButton(
                    LocalText(Strings.import_delete), icon: ButtonIcon(sprite: AssetLinks.sample.icons, name: "trash"),
                    action: "/t/rooster-me/users/import/1/deletion", csrf: "x")
            ],
            rows: WorkRows(
                label: LocalText(Strings.import_rows), head: LocalText(Strings.import_row),
                tabs: [
                    .init(
                        label: Strings.import_tab_wrong(rows: 2), link: "/t/rooster-me/users/import/1", isCurrent: true),
                    .init(
                        label: Strings.import_tab_new(rows: 1200), link: "/t/rooster-me/users/import/1?rows=new",
                        isCurrent: false),
                ],
                rows: [
                    WorkRow(
                        name: "zoe@@example.org", link: nil, detail: "Row 17",
                        state: StatusBadge(LocalText(Strings.import_row_wrong), tone: .bad), changes: [],
                        faults: [
                            .init(
                                place: Strings.import_place(column: 3, title: "Correo \"<b>\""),
                                text: LocalText(Strings.error_email)),
                            .init(place: nil, text: Strings.import_twin(row: 12)),
                        ]),
                    WorkRow(
                        name: "امید رضایی", link: "/t/rooster-me/users/1", detail: "Row 18",
                        state: StatusBadge(LocalText(Strings.import_row_changed), tone: .warn),
                        changes: [
                            .init(label: "Plan", old: "Free", new: "Premium"),
                            .init(label: "Name", old: "<script>alert(1)</script>", new: "Zoë"),
                        ]),
                ],
                pager: Pager(
                    shown: Strings.import_shown(rows: 2), previous: nil, next: "/t/rooster-me/users/import/1?after=18",
                    exact: nil)))
    }

    package static var sampleDone: ImportPage {
        var page = sample
        page.chosen = [Strings.import_chosen(label: LocalText(Strings.import_row), value: "Autumn <2026>")]
        page.state = StatusBadge(LocalText(Strings.import_state_done), tone: .good)
        (page.run, page.note) = (nil, Strings.import_ended(added: 1200, updated: 34, failed: 2))
        return page
    }

    package static var sampleUnreadable: ImportPage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.import_state_unreadable), tone: .bad)
        page.problem = Strings.import_at(row: 17, column: 3, problem: LocalText(Strings.import_problem_long_cell))
        (page.run, page.rows, page.wrong) = (nil, nil, nil)
        return page
    }
}
