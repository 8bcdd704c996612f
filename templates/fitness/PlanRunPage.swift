import HTML

/// What applying a template to many goals would do, or did, and to which.
package struct PlanRunPage: Sendable {
    package var frame: Frame
    package var state: StatusBadge
    /// How many goals; nil when it has begun.
    package var touches: LocalText?
    /// The first day.
    package var from: String
    /// In which it can be undone.
    package var hours: Int
    /// nil when there is nothing to begin, or not for this admin.
    package var form: BulkForm?
    package var note: LocalText?
    package var buttons: [ActButton]
    package var rows: WorkRows?
    package var trail: TrailCard?

    package init(
        frame: Frame, state: StatusBadge, touches: LocalText?, from: String, hours: Int, form: BulkForm?,
        note: LocalText?, buttons: [ActButton], rows: WorkRows?, trail: TrailCard?
    ) {
        self.frame = frame
        self.state = state
        self.touches = touches
        self.from = from
        self.hours = hours
        self.form = form
        self.note = note
        self.buttons = buttons
        self.rows = rows
        self.trail = trail
    }

    package static var sample: PlanRunPage {
        PlanRunPage(
            frame: .sample("Apply \"First <month>\"", at: "copy"),
            state: StatusBadge(LocalText(Strings.bulk_state_ready), tone: .warn),
            touches: Strings.fitness_run_touches(count: 1_243), from: "24 Nov 2026", hours: 24,
            form: BulkForm(
                action: "/t/fitpact/fitness-plan-runs/1/run", csrf: "x", button: LocalText(Strings.fitness_run_start),
                isDanger: false, reason: nil, cancel: "/t/fitpact/fitness-templates"), note: nil, buttons: [],
            rows: WorkRows(
                label: LocalText(Strings.fitness_goals), head: LocalText(Strings.fitness_recipient),
                tabs: [
                    .init(
                        label: Strings.bulk_tab_due(users: 1_243), link: "/t/fitpact/fitness-plan-runs/1?goals=due",
                        isCurrent: true),
                    .init(
                        label: Strings.fitness_run_tab_already(count: 12),
                        link: "/t/fitpact/fitness-plan-runs/1?goals=already", isCurrent: false),
                ],
                rows: [
                    WorkRow(
                        name: "Анна <Соколова>", link: "/t/fitpact/fitness-goals/1/plan", detail: "anna@example.com",
                        state: StatusBadge(LocalText(Strings.bulk_member_due), tone: .warn), changes: [])
                ],
                pager: Pager(
                    shown: Strings.fitness_run_shown(count: 1_243), previous: nil,
                    next: "/t/fitpact/fitness-plan-runs/1?after=50", exact: nil)), trail: .sample)
    }

    package static var sampleDone: PlanRunPage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.work_done), tone: .good)
        (page.touches, page.form, page.rows, page.trail) = (nil, nil, nil, nil)
        page.note = Strings.bulk_ended_undo(ended: Strings.bulk_ended(done: 1_240, changed: 3), left: "23 h")
        page.buttons = [
            ActButton(
                LocalText(Strings.bulk_undo), icon: ButtonIcon(sprite: AssetLinks.sample.icons, name: "undo"),
                action: "/t/fitpact/fitness-plan-runs/1/undo", csrf: "x")
        ]
        return page
    }
}
