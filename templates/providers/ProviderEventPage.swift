import HTML

/// One provider event, and the form that matches it by hand.
package struct ProviderEventPage: Sendable {
    package struct Match: Sendable {
        package var action: Link
        package var csrf: String
        package var user: Field
        package var plan: Choice
        package var period: Choice
        /// nil for an event that lacks no sum.
        package var sum: Sum?

        package init(action: Link, csrf: String, user: Field, plan: Choice, period: Choice, sum: Sum?) {
            self.sum = sum
            self.action = action
            self.csrf = csrf
            self.user = user
            self.plan = plan
            self.period = period
        }
    }

    package struct Sum: Sendable {
        package var amount: Field
        package var currency: Choice

        package init(amount: Field, currency: Choice) {
            self.amount = amount
            self.currency = currency
        }
    }

    package var frame: Frame
    package var state: StatusBadge
    package var facts: [Fact]
    /// The subscription of the user whom it is about, where that is known.
    package var user: Link?
    /// nil for one that is applied, and for somebody who may only look.
    package var match: Match?
    /// Who matched it; nil for somebody who may not see the audit log.
    package var trail: TrailCard?

    package init(frame: Frame, state: StatusBadge, facts: [Fact], user: Link?, match: Match?) {
        self.frame = frame
        self.state = state
        self.facts = facts
        self.user = user
        self.match = match
    }

    package var errors: ErrorSummary? {
        match.flatMap {
            ErrorSummary([
                $0.user.problem, $0.plan.problem, $0.period.problem, $0.sum?.amount.problem, $0.sum?.currency.problem,
            ])
        }
    }

    package static var sample: ProviderEventPage {
        ProviderEventPage(
            frame: .sample("Provider event", at: "providers"),
            state: StatusBadge(LocalText(Strings.provider_events_no_plan), tone: .bad),
            facts: [
                Fact(LocalText(Strings.payment_provider), "App Store"),
                Fact(LocalText(Strings.plans_product_name), "com.example.<premium>"),
            ], user: "/t/rooster-me/users/1/subscription",
            match: Match(
                action: "/t/rooster-me/provider-events/1/match", csrf: "sample",
                user: Field(
                    "user", label: LocalText(Strings.provider_events_match_user), value: "<nobody>",
                    error: LocalText(Strings.error_no_such_user), isLatin: true),
                plan: Choice(
                    "plan", label: LocalText(Strings.user_plan),
                    options: [.init(value: "premium", label: "Premium <b>", isSelected: true)]),
                period: Choice(
                    "period", label: LocalText(Strings.plans_period),
                    options: [.init(value: "month", label: "Month", isSelected: false)]),
                sum: Sum(
                    amount: Field(
                        "amount", label: LocalText(Strings.payment_amount), value: "<9",
                        error: LocalText(Strings.refund_no_sum), inputMode: "decimal", isLatin: true),
                    currency: Choice(
                        "currency", label: LocalText(Strings.tenant_currency),
                        options: [.init(value: "EUR", label: "EUR", isSelected: true)]))))
    }

    /// Of one that was applied.
    package static var sampleApplied: ProviderEventPage {
        var page = sample
        (page.state, page.match) = (StatusBadge(LocalText(Strings.provider_events_applied), tone: .good), nil)
        return page
    }
}
