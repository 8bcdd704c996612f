import HTML

/// On a user's page: what they have, and the last that they paid.
package struct SubscriptionCard: Sendable {
    package var state: StatusBadge?
    package var facts: [Fact]
    package var payments: PaymentTable
    package var link: Link

    package init(state: StatusBadge?, facts: [Fact], payments: [PaymentRow], link: Link) {
        self.state = state
        self.facts = facts
        self.payments = PaymentTable(payments)
        self.link = link
    }

    package static var sample: SubscriptionCard {
        let page = SubscriptionPage.sample
        return SubscriptionCard(
            state: page.state, facts: page.facts, payments: page.payments.rows,
            link: "/t/rooster-me/users/1/subscription")
    }

    package static var sampleEmpty: SubscriptionCard {
        SubscriptionCard(state: nil, facts: [], payments: [], link: "/t/rooster-me/users/1/subscription")
    }
}
