import HTML

/// A tenant at a glance: what waits, numbers, sign-ups and income by day, what happened last.
package struct HomePage: Sendable {
    package var frame: Frame
    /// The day and the time in the tenant's zone.
    package var today: String
    package var numbers: [Number]
    package var charts: [HomeChart]
    package var tasks: [HomeTask]
    /// What waits for whoever looks.
    package var attention: ApprovalTable
    package var attentionLink: Link
    /// nil for somebody who may not see it.
    package var trail: TrailCard?
    package var holdsPeople: Bool
    /// What the kind has to say instead of numbers about people.
    package var note: LocalText?
    /// What is not as it mostly is: archived, a service turned off.
    package var notices: [LocalText]

    package init(
        frame: Frame, today: String, numbers: [Number], charts: [HomeChart], tasks: [HomeTask],
        attention: [ApprovalRow],
        attentionLink: Link, trail: TrailCard?, holdsPeople: Bool, note: LocalText?, notices: [LocalText] = []
    ) {
        self.frame = frame
        self.today = today
        self.numbers = numbers
        self.charts = charts
        self.tasks = tasks
        self.attention = ApprovalTable(Strings.home_attention, attention)
        self.attentionLink = attentionLink
        self.trail = trail
        self.holdsPeople = holdsPeople
        self.note = note
        self.notices = notices
    }

    package var hasColumns: Bool { !charts.isEmpty && trail != nil }
    package var needsAttention: Bool { !attention.rows.isEmpty || !tasks.isEmpty }

    package static var sample: HomePage {
        func number(_ label: StringKey, _ value: String, up: Double = 0, down: Double = 0) -> Number {
            Number(
                label: LocalText(label), value: value,
                change: up > 0
                    ? Strings.home_change_up(percent: Formatted.percent(up, places: 1))
                    : down > 0
                        ? Strings.home_change_down(percent: Formatted.percent(down, places: 1))
                        : nil,
                isUp: up > 0, isDown: down > 0)
        }
        return HomePage(
            frame: .sample("Home", at: "home", crumbs: [Crumb(label: "Home", link: nil)]),
            today: "Friday 20 November, 23:40 (Tehran)",
            numbers: [
                number(Strings.home_users, "412,300"), number(Strings.home_new_week, "1,204", up: 0.042),
                number(Strings.home_active_today, "18,204", down: 0.011), number(Strings.home_suspended, "37"),
            ],
            charts: Chart.sample.map { [HomeChart(Strings.home_signups, $0)] } ?? [],
            tasks: [HomeTask(Strings.home_keys_end(count: 2, days: 14), icon: "key", link: "/t/rooster-me/keys")],
            attention: ApprovalRow.samples, attentionLink: "/t/rooster-me/approvals", trail: .sample,
            holdsPeople: true, note: nil)
    }

    /// A kind that knows nobody.
    package static var sampleWithoutPeople: HomePage {
        var page = sample
        page.frame.theme = "dark"
        page.numbers = []
        page.charts = []
        page.tasks = []
        page.trail = .sampleEmpty
        page.attention = ApprovalTable(Strings.home_attention, [])
        page.holdsPeople = false
        page.note = LocalText(Strings.home_cycle_note)
        page.notices = [
            LocalText(Strings.settings_is_archived), Strings.home_service_off(service: Strings.service_push),
        ]
        return page
    }
}
