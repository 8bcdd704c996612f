import HTML

/// What somebody asked for about their data: its clock, what would be done, what can be done, and its steps.
package struct PrivacyRequestPage: Sendable {
    /// What an erasure would do to a table.
    package struct PlanRow: Sendable {
        package var table: String
        package var label: LocalText
        package var rows: String
        package var fate: LocalText

        package init(table: String, label: LocalText, rows: String, fate: LocalText) {
            self.table = table
            self.label = label
            self.rows = rows
            self.fate = fate
        }
    }

    package struct Acts: Sendable {
        package var buttons: [ActButton] = []
        package var menus: [ReasonMenu] = []

        package init() {}
    }

    package var frame: Frame
    package var state: StatusBadge
    package var overdue: LocalText?
    package var hold: LocalText?
    /// What an erasure leaves running at a provider.
    package var charges: LocalText?
    /// Why no link to the archive is mailed, and what to do.
    package var unmailed: LocalText?
    package var facts: [Fact]
    package var user: Link
    package var plan: [PlanRow]
    package var acts: Acts
    package var receipt: Link?
    package var trail: TrailCard

    package init(
        frame: Frame, state: StatusBadge, overdue: LocalText?, hold: LocalText?, charges: LocalText?,
        unmailed: LocalText?, facts: [Fact], user: Link, plan: [PlanRow], acts: Acts, receipt: Link?, trail: TrailCard
    ) {
        self.frame = frame
        self.state = state
        self.overdue = overdue
        self.hold = hold
        self.charges = charges
        self.unmailed = unmailed
        self.facts = facts
        self.user = user
        self.plan = plan
        self.acts = acts
        self.receipt = receipt
        self.trail = trail
    }

    package var errors: ErrorSummary? { ErrorSummary(acts.menus.map(\.form.reason.problem)) }

    package static var sample: PrivacyRequestPage {
        let frame = Frame.sample("Erasure of Zoë \"<Quill>\"", at: "privacy")
        var acts = Acts()
        acts.buttons = [
            ActButton(
                LocalText(Strings.privacy_archive_make), icon: frame.icon("archive"),
                action: "/t/rooster-me/privacy/1/archive", csrf: "sample")
        ]
        acts.menus = [
            ReasonMenu(
                LocalText(Strings.privacy_erase), icon: frame.icon("trash"),
                advice: LocalText(Strings.privacy_erase_advice),
                form: ReasonForm(
                    action: "/t/rooster-me/privacy/1/erasure", csrf: "sample",
                    reason: Field(
                        "reason", label: LocalText(Strings.user_reason), error: LocalText(Strings.error_required),
                        isRequired: true)
                ).prefixed("erasure-"), confirm: LocalText(Strings.privacy_erase), isDanger: true)
        ]
        return PrivacyRequestPage(
            frame: frame, state: StatusBadge(LocalText(Strings.privacy_waiting), tone: .warn),
            overdue: LocalText(Strings.privacy_overdue),
            hold: Strings.privacy_hold_note(name: "Sara Lind", reason: "Case 12 <b>"),
            charges: Strings.privacy_charges_go_on(provider: "Card <&>"),
            unmailed: Strings.privacy_unmailed_unproven(email: "zoe@example.com"),
            facts: [Fact(LocalText(Strings.privacy_due), "20 Dec 2026"), Fact(LocalText(Strings.privacy_note), "")],
            user: "/t/rooster-me/users/1",
            plan: [
                PlanRow(
                    table: "users", label: LocalText(Strings.user_profile), rows: "1",
                    fate: LocalText(Strings.privacy_fate_emptied)),
                PlanRow(
                    table: "alarm_wakes", label: LocalText(Strings.personal_sessions), rows: "12,004",
                    fate: LocalText(Strings.privacy_fate_deleted)),
                PlanRow(
                    table: "payments", label: LocalText(Strings.payments_title), rows: "14",
                    fate: LocalText(Strings.privacy_fate_bookkeeping)),
            ], acts: acts, receipt: nil, trail: .sample)
    }

    /// Of one that was carried out.
    package static var sampleDone: PrivacyRequestPage {
        var page = sample
        (page.overdue, page.hold, page.unmailed, page.plan, page.acts) = (nil, nil, nil, [], Acts())
        page.state = StatusBadge(LocalText(Strings.work_done), tone: .good)
        page.receipt = "/t/rooster-me/privacy/1/receipt"
        return page
    }
}
