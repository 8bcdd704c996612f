import HTML

/// What a bulk action would do, or did, and to whom.
package struct BulkPage: Sendable {
    package var frame: Frame
    package var state: StatusBadge
    /// How many; nil when it has begun.
    package var touches: LocalText?
    /// Who is not touched, and why.
    package var facts: [LocalText]
    package var advice: LocalText?
    package var reasonGiven: String
    /// nil when there is nothing to begin, or not for this admin.
    package var form: BulkForm?
    package var hours: Int
    package var note: LocalText?
    package var buttons: [ActButton]
    package var rows: WorkRows?
    /// What was done to it, and by whom.
    package var trail: TrailCard?

    package init(
        frame: Frame, state: StatusBadge, touches: LocalText?, facts: [LocalText], advice: LocalText?,
        reasonGiven: String,
        form: BulkForm?, hours: Int, note: LocalText?, buttons: [ActButton], rows: WorkRows?
    ) {
        self.frame = frame
        self.state = state
        self.touches = touches
        self.facts = facts
        self.advice = advice
        self.reasonGiven = reasonGiven
        self.form = form
        self.hours = hours
        self.note = note
        self.buttons = buttons
        self.rows = rows
    }

    package var errors: ErrorSummary? { ErrorSummary([form?.reason?.problem]) }

    package static var sample: BulkPage {
        BulkPage(
            frame: .sample(
                "Suspend", at: "users", crumbs: [Crumb(label: "Bulk actions", link: "/t/rooster-me/users/bulk")]),
            state: StatusBadge(LocalText(Strings.bulk_state_ready), tone: .warn),
            touches: Strings.bulk_touches(users: 1_243),
            facts: [Strings.bulk_already(users: 12), Strings.bulk_unfit(users: 1)],
            advice: LocalText(Strings.bulk_suspension_advice),
            reasonGiven: "",
            form: BulkForm(
                action: "/t/rooster-me/users/bulk/suspension/1/run", csrf: "x", button: LocalText(Strings.user_suspend),
                isDanger: true,
                reason: Field(
                    "reason", label: LocalText(Strings.user_reason), value: "\"<b>\"",
                    hint: LocalText(Strings.user_reason_hint),
                    error: Strings.error_too_long(max: 500)),
                cancel: "/t/rooster-me/users"),
            hours: 24, note: nil, buttons: [],
            rows: WorkRows(
                label: LocalText(Strings.menu_users), head: LocalText(Strings.user_user),
                tabs: [
                    .init(
                        label: Strings.bulk_tab_due(users: 1_243), link: "/t/rooster-me/users/bulk/1?users=due",
                        isCurrent: true),
                    .init(
                        label: Strings.bulk_tab_already(users: 12), link: "/t/rooster-me/users/bulk/1?users=already",
                        isCurrent: false),
                ],
                rows: [
                    WorkRow(
                        name: "Zoë “Quill” O'Brien <zoe>", link: "/t/rooster-me/users/1",
                        detail: "zoe+alarm@example.com",
                        state: StatusBadge(LocalText(Strings.bulk_member_due), tone: .warn),
                        changes: [.init(label: "Status", old: "Active", new: "Suspended")])
                ],
                pager: Pager(
                    shown: Strings.bulk_shown(users: 1_243), previous: nil, next: "/t/rooster-me/users/bulk/1?after=50",
                    exact: nil)))
    }

    package static var sampleDone: BulkPage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.work_done), tone: .good)
        (page.touches, page.form, page.facts, page.reasonGiven) = (nil, nil, [], "Spam \"<&>\" wave")
        page.note = Strings.bulk_ended_undo(ended: Strings.bulk_ended(done: 1_240, changed: 3), left: "23 h")
        page.buttons = [
            ActButton(
                LocalText(Strings.bulk_undo), icon: ButtonIcon(sprite: AssetLinks.sample.icons, name: "undo"),
                action: "/t/rooster-me/users/bulk/suspension/1/undo", csrf: "x")
        ]
        return page
    }
}
