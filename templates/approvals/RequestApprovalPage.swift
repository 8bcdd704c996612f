import HTML

/// Between an act and its request: what it would change, and why it is wanted.
package struct RequestApprovalPage: Sendable {
    package var frame: Frame
    package var intent: LocalText
    package var object: String
    package var changes: [TrailEntry.FieldChange]
    /// Where the act's own form was going.
    package var action: Link
    package var cancel: Link
    /// What was typed there.
    package var hidden: [HiddenValue]
    package var reason: Field

    package init(
        frame: Frame, intent: LocalText, object: String, changes: [TrailEntry.FieldChange], action: Link,
        cancel: Link, hidden: [HiddenValue],
        reason: Field
    ) {
        self.frame = frame
        self.intent = intent
        self.object = object
        self.changes = changes
        self.action = action
        self.cancel = cancel
        self.hidden = hidden
        self.reason = reason
    }

    package var diff: Diff? { Diff(changes) }

    package static var sample: RequestApprovalPage {
        RequestApprovalPage(
            frame: .sample("A second admin is needed", at: "check"), intent: LocalText(Strings.intent_membership_given),
            object: "Sara “<script>alert(1)</script>” Lind",
            changes: [.init(label: "Role", old: "Support", new: "Owner")],
            action: "/t/rooster-me/admins/1/role", cancel: "/t/rooster-me/admins/1",
            hidden: [HiddenValue("role", "owner"), HiddenValue("was", "support")],
            reason: Field(
                "approval_reason", label: LocalText(Strings.approvals_why), hint: LocalText(Strings.approvals_why_hint),
                error: LocalText(Strings.error_required), isRequired: true))
    }
}
