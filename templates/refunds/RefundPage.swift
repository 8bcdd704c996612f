import HTML

/// What is to be given back of one payment, how, and why.
package struct RefundPage: Sendable {
    package var frame: Frame
    package var name: String
    package var user: Link
    package var facts: [Fact]
    package var advice: LocalText
    /// The customer asks the store; there is nothing to send.
    package var isCustomers: Bool
    package var action: Link
    package var all: LocalText
    package var canBePart: Bool
    package var isSome: Bool
    package var amount: Field
    package var ends: Bool
    package var reason: Field
    /// False if the provider can't be asked: then there is no form, only what has to be done first.
    package var isReady: Bool
    /// What stands against it: somebody else has to agree, a request waits already, the provider can't be asked.
    package var warnings: [LocalText]
    package var confirm: LocalText
    /// What can be given back as the page shows it, in minor units; what is sent holds for that and nothing else.
    package var left: Int

    package init(
        frame: Frame, name: String, user: Link, facts: [Fact], advice: LocalText, isCustomers: Bool, action: Link,
        all: LocalText, canBePart: Bool, isSome: Bool, amount: Field, ends: Bool, reason: Field,
        isReady: Bool, warnings: [LocalText],
        confirm: LocalText, left: Int
    ) {
        self.frame = frame
        self.name = name
        self.user = user
        self.facts = facts
        self.advice = advice
        self.isCustomers = isCustomers
        self.action = action
        self.all = all
        self.canBePart = canBePart
        self.isSome = isSome
        self.amount = amount
        self.ends = ends
        self.reason = reason
        self.isReady = isReady
        self.warnings = warnings
        self.confirm = confirm
        self.left = left
    }

    package var isLeft: Bool { left > 0 }
    /// A page's numbers are written as its language does; this one is read again.
    package var leftAsSent: String { String(left) }

    package var errors: ErrorSummary? { ErrorSummary([amount.problem, reason.problem].compactMap { $0 }) }

    package static var sample: RefundPage {
        var reason = Field(
            "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint), isRequired: true
        )
        reason.picks = Picks(["Charged twice", "Did not mean to <renew>"].map { .init(value: $0, words: "") })
        return RefundPage(
            frame: .sample("Refund", at: "users", crumbs: [Crumb(label: "Refund", link: nil)]),
            name: "Zoë <zoe> O'Brien", user: "/t/rooster-me/users/1",
            facts: [
                Fact(LocalText(Strings.payment_amount), "9.99 EUR"),
                Fact(LocalText(Strings.payment_reference), "in_1Q\"<&>", isCode: true),
            ],
            advice: LocalText(Strings.refund_by_provider), isCustomers: false,
            action: "/t/rooster-me/users/1/payments/2/refund", all: Strings.refund_all(amount: "9.99 EUR"),
            canBePart: true, isSome: true,
            amount: Field(
                "amount", label: LocalText(Strings.refund_amount), value: "999",
                error: LocalText(Strings.refund_no_sum),
                isLatin: true), ends: true, reason: reason, isReady: true,
            warnings: [LocalText(Strings.refund_above)],
            confirm: LocalText(Strings.refund_ask), left: 999)
    }

    /// App Store: Apple decides.
    package static var sampleOfCustomer: RefundPage {
        var page = sample
        (page.isCustomers, page.advice, page.warnings) = (true, LocalText(Strings.refund_by_customer), [])
        page.amount.error = nil
        return page
    }

    package static var sampleWithoutRest: RefundPage {
        var page = sampleOfCustomer
        (page.isCustomers, page.left) = (false, 0)
        return page
    }
}
