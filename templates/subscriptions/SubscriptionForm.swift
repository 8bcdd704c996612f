import HTML

/// Something that can be done with a user's subscription.
package struct SubscriptionForm: Sendable {
    package var title: LocalText
    package var advice: LocalText?
    package var action: Link
    package var csrf: String
    /// Which one it is about; empty for a new one.
    package var subscription: String
    /// Its end as the form shows it, in microseconds of Unix time: what is added is added to that. Empty where that doesn't matter.
    package var end = ""
    package var choice: Choice?
    package var days: Field?
    package var reason: Field?
    package var confirm: LocalText
    package var isDanger: Bool

    package init(
        title: LocalText, advice: LocalText?, action: Link, csrf: String, subscription: String, choice: Choice?,
        days: Field?, reason: Field?,
        confirm: LocalText, isDanger: Bool = false
    ) {
        self.title = title
        self.advice = advice
        self.action = action
        self.csrf = csrf
        self.subscription = subscription
        self.choice = choice
        self.days = days
        self.reason = reason
        self.confirm = confirm
        self.isDanger = isDanger
    }

    package var hasSubscription: Bool { !subscription.isEmpty }
    package var hasEnd: Bool { !end.isEmpty }
    package var problems: [ErrorSummary.Line?] { [choice?.problem, days?.problem, reason?.problem] }
}
