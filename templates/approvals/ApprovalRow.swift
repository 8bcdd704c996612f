import HTML

/// A request in a list: who wants what.
package struct ApprovalRow: Sendable {
    package var link: Link
    /// "Delete a user"
    package var intent: LocalText
    package var object: String
    /// "€9.99"; empty for an act that moves no money.
    package var amount: String
    package var requester: String
    package var isYours: Bool
    /// "3 days ago"
    package var when: String
    package var state: StatusBadge

    package init(
        link: Link, intent: LocalText, object: String, amount: String = "", requester: String, isYours: Bool,
        when: String,
        state: StatusBadge
    ) {
        self.link = link
        self.intent = intent
        self.object = object
        self.amount = amount
        self.requester = requester
        self.isYours = isYours
        self.when = when
        self.state = state
    }

    package static let samples = [
        ApprovalRow(
            link: "/t/rooster-me/approvals/1", intent: LocalText(Strings.intent_user_deleted),
            object: "Zoë “Quill” O’Brien", amount: "€9.99",
            requester: "Sara Lind", isYours: false, when: "3 h ago",
            state: StatusBadge(LocalText(Strings.approvals_waiting), tone: .warn)),
        ApprovalRow(
            link: "/t/rooster-me/approvals/2", intent: LocalText(Strings.intent_membership_given),
            object: "<script>alert(1)</script> " + String(repeating: "long", count: 15), requester: "علی رضایی",
            isYours: true,
            when: "2 d ago", state: StatusBadge(LocalText(Strings.approvals_refused), tone: .bad)),
    ]
}
