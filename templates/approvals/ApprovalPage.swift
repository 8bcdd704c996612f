import HTML

/// One request for a second pair of eyes.
package struct ApprovalPage: Sendable {
    package var frame: Frame
    package var intent: LocalText
    package var object: String
    package var objectLink: Link?
    package var state: StatusBadge
    /// What it would change.
    package var changes: [TrailEntry.FieldChange]
    package var facts: [Fact]
    /// Why it is wanted.
    package var reason: String
    /// What was done to the object since, newest first.
    package var since: [TrailEntry]
    /// How far the approver has read.
    package var seen: HiddenValue
    /// nil for who may not decide.
    package var approve: Link?
    package var refuse: ReasonForm?
    /// nil for who did not ask.
    package var withdraw: Link?
    /// What was done with the request itself; nil for who may not see the audit log.
    package var trail: TrailCard?

    package init(
        frame: Frame, intent: LocalText, object: String, objectLink: Link?, state: StatusBadge,
        changes: [TrailEntry.FieldChange],
        facts: [Fact], reason: String, since: [TrailEntry], seen: HiddenValue, approve: Link?, refuse: ReasonForm?,
        withdraw: Link?
    ) {
        self.frame = frame
        self.intent = intent
        self.object = object
        self.objectLink = objectLink
        self.state = state
        self.changes = changes
        self.facts = facts
        self.reason = reason
        self.since = since
        self.seen = seen
        self.approve = approve
        self.refuse = refuse
        self.withdraw = withdraw
    }

    package var errors: ErrorSummary? { ErrorSummary([refuse?.reason.problem]) }

    package var diff: Diff? { Diff(changes) }

    package static var sample: ApprovalPage {
        ApprovalPage(
            frame: .sample("Delete a user", at: "check"), intent: LocalText(Strings.intent_user_deleted),
            object: "Zoë <script>alert(1)</script>", objectLink: "/t/rooster-me/users/1",
            state: StatusBadge(LocalText(Strings.approvals_waiting), tone: .warn),
            changes: [.init(label: "Status", old: "active", new: "deleted")],
            facts: [
                Fact(LocalText(Strings.approvals_by), "Sara Lind"), Fact(LocalText(Strings.approvals_when), "3 h ago"),
            ],
            reason: "asked for it by phone, ticket \"8841\" " + String(repeating: "long", count: 20),
            since: TrailEntry.samples,
            seen: HiddenValue("seen", "41207"), approve: "/t/rooster-me/approvals/1/approval",
            refuse: ReasonForm(
                action: "/t/rooster-me/approvals/1/refusal", csrf: "sample",
                reason: Field(
                    "reason", label: LocalText(Strings.approvals_why_not), error: LocalText(Strings.error_required),
                    isRequired: true)),
            withdraw: nil)
    }

    /// As whoever asked sees it.
    package static var sampleOwn: ApprovalPage {
        var page = sample
        (page.since, page.approve, page.refuse, page.objectLink) = ([], nil, nil, nil)
        page.withdraw = "/t/rooster-me/approvals/1/withdrawal"
        return page
    }
}
