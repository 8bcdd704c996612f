import HTML

/// A user's subscription: what they have and had, what they paid, what can be done.
package struct SubscriptionPage: Sendable {
    package var frame: Frame
    package var name: String
    /// The user's own page.
    package var user: Link
    package var state: StatusBadge?
    /// Of the subscription that they have; empty without one.
    package var facts: [Fact]
    package var forms: [SubscriptionForm]
    package var resume: SubscriptionForm?
    /// What runs beside it, and what is over; none is empty.
    package var others: [OtherSubscriptions]
    package var payments: PaymentTable

    package init(
        frame: Frame, name: String, user: Link, state: StatusBadge?, facts: [Fact], forms: [SubscriptionForm],
        resume: SubscriptionForm?,
        others: [OtherSubscriptions], payments: [PaymentRow]
    ) {
        self.frame = frame
        self.name = name
        self.user = user
        self.state = state
        self.facts = facts
        self.forms = forms
        self.resume = resume
        self.others = others.filter { !$0.rows.isEmpty }
        self.payments = PaymentTable(payments)
    }

    package var errors: ErrorSummary? { ErrorSummary(forms.flatMap(\.problems)) }

    package static var sample: SubscriptionPage {
        func reason(_ prefix: String, error: LocalText? = nil) -> Field {
            Field("reason", label: LocalText(Strings.user_reason), error: error, isRequired: true).prefixed(prefix)
        }
        return SubscriptionPage(
            frame: .sample("Subscription", at: "users"), name: "Zoë “Quill” <O'Brien>", user: "/t/rooster-me/users/1",
            state: StatusBadge(LocalText(Strings.subscription_cancelled), tone: .warn),
            facts: [
                Fact(LocalText(Strings.user_plan), "Premium <b>"),
                Fact(LocalText(Strings.subscription_until), "1 Dec 2026, 10:00"),
            ],
            forms: [
                SubscriptionForm(
                    title: LocalText(Strings.subscription_extend), advice: nil,
                    action: "/t/rooster-me/users/1/subscription/extension", csrf: "sample",
                    subscription: "1", choice: nil,
                    days: Field(
                        "days", label: LocalText(Strings.subscription_days), value: "<x>",
                        error: Strings.error_number(least: 1, most: 3650),
                        isLatin: true
                    ).prefixed("extend-"),
                    reason: reason("extend-", error: LocalText(Strings.error_required)),
                    confirm: LocalText(Strings.subscription_extend)),
                SubscriptionForm(
                    title: LocalText(Strings.subscription_refund),
                    advice: LocalText(Strings.subscription_refund_advice),
                    action: "/t/rooster-me/users/1/subscription/refund", csrf: "sample", subscription: "1",
                    choice: Choice(
                        "part", label: LocalText(Strings.subscription_refund_part),
                        options: [.init(value: "all", label: "All: 9.99 USD", isSelected: true)]), days: nil,
                    reason: reason("refund-"),
                    confirm: LocalText(Strings.subscription_refund_now), isDanger: true),
            ],
            resume: SubscriptionForm(
                title: LocalText(Strings.subscription_resume), advice: nil,
                action: "/t/rooster-me/users/1/subscription/cancellation/end",
                csrf: "sample", subscription: "1", choice: nil, days: nil, reason: nil,
                confirm: LocalText(Strings.subscription_resume)),
            others: [
                OtherSubscriptions(
                    title: LocalText(Strings.subscription_besides),
                    rows: [
                        .init(
                            plan: "Sounds", state: StatusBadge(LocalText(Strings.subscription_active), tone: .good),
                            price: "4.99 USD · once", from: "1 Nov 2025", until: "For good")
                    ]),
                OtherSubscriptions(
                    title: LocalText(Strings.subscription_earlier),
                    rows: [
                        .init(
                            plan: "Family", state: StatusBadge(LocalText(Strings.subscription_expired), tone: .off),
                            price: "99.00 USD · year", from: "1 Nov 2024", until: "1 Nov 2025")
                    ]),
            ],
            payments: PaymentTable.sample.rows)
    }

    /// Of somebody who never had one, seen by somebody who may only look.
    package static var sampleBare: SubscriptionPage {
        var page = sample
        (page.state, page.facts, page.forms, page.resume, page.others, page.payments) = (
            nil, [], [], nil, [], PaymentTable([])
        )
        return page
    }
}

/// Subscriptions besides the one that is shown as the user's.
package struct OtherSubscriptions: Sendable {
    package var title: LocalText
    package var rows: [OtherSubscription]

    package init(title: LocalText, rows: [OtherSubscription]) {
        self.title = title
        self.rows = rows
    }
}

package struct OtherSubscription: Sendable {
    package var plan: String
    package var state: StatusBadge
    package var price: String
    package var from: String
    package var until: String

    package init(plan: String, state: StatusBadge, price: String, from: String, until: String) {
        self.plan = plan
        self.state = state
        self.price = price
        self.from = from
        self.until = until
    }
}
