import HTML

/// On a user's page: what they have, and the last that they paid.
package struct SubscriptionCard: Sendable {
    package var state: StatusBadge?
    /// In one sentence: what, for how much, and what is charged next.
    package var line: LocalText?
    package var facts: [Fact]
    package var payments: PaymentTable
    package var link: Link

    package init(state: StatusBadge?, line: LocalText? = nil, facts: [Fact], payments: [PaymentRow], link: Link) {
        self.state = state
        self.line = line
        self.facts = facts
        self.payments = PaymentTable(payments)
        self.link = link
    }

    package static var sample: SubscriptionCard {
        let page = SubscriptionPage.sample
        return SubscriptionCard(
            state: page.state,
            line: Strings.subscription_line_renews(plan: "Family <plus>", price: "9.99 USD", date: "1 Dec 2026"),
            facts: page.facts, payments: page.payments.rows,
            link: "/t/rooster-me/users/1/subscription")
    }

    package static var sampleEmpty: SubscriptionCard {
        SubscriptionCard(state: nil, facts: [], payments: [], link: "/t/rooster-me/users/1/subscription")
    }
}
