import HTML

/// What a user paid and got back.
package struct PaymentTable: Sendable {
    package var rows: [PaymentRow]

    package init(_ rows: [PaymentRow]) { self.rows = rows }

    package var hasRefunds: Bool { rows.contains { $0.refund != nil || $0.asked != nil } }

    package static var sample: PaymentTable {
        PaymentTable([
            PaymentRow(
                when: "20 Nov 2026, 09:14", kind: StatusBadge(LocalText(Strings.payment_refund), tone: .warn),
                plan: "Premium", provider: "App Store",
                reference: "", amount: "-4.22 USD", tax: "-0.70 USD"),
            PaymentRow(
                when: "1 Nov 2026, 10:00", kind: StatusBadge(LocalText(Strings.payment_payment), tone: .good),
                plan: "Family <plus>", provider: "Card",
                reference: "in_1Q\"<&>", amount: "9.99 USD", tax: "1.67 USD", card: "•••• 4242"
            ).refunded(
                at: "/t/rooster-me/users/1/payments/2/refund",
                StatusBadge(LocalText(Strings.refund_failed), tone: .bad), "charge_<disputed>"),
            PaymentRow(
                when: "1 Oct 2026, 10:00", kind: StatusBadge(LocalText(Strings.payment_payment), tone: .good),
                plan: "Premium", provider: "Card", reference: "", amount: "9.99 USD", tax: "1.67 USD"
            ).refunded(
                at: nil, StatusBadge(LocalText(Strings.refund_waits), tone: .warn), note: "\"<Not set up>\"",
                request: "/t/rooster-me/approvals/1"),
        ])
    }
}

package struct PaymentRow: Sendable {
    package var when: String
    package var kind: StatusBadge
    package var plan: String
    package var provider: String
    /// What the provider calls it.
    package var reference: String
    package var amount: String
    package var tax: String
    /// The card by its last digits, empty where none is known.
    package var card: String
    /// Where it, or a part of it, is given back; nil for what can't be, or who may not.
    package var refund: Link?
    /// What became of the last refund that was asked for.
    package var asked: StatusBadge?
    /// Why the provider said no.
    package var answer = ""
    /// The same, where it is said in words.
    package var note = ""
    /// The request that waits for approval, or was refused it.
    package var request: Link?

    package var hasNote: Bool { !note.isEmpty }
    package var hasAnswer: Bool { !answer.isEmpty }

    package init(
        when: String, kind: StatusBadge, plan: String, provider: String, reference: String, amount: String, tax: String,
        card: String = ""
    ) {
        self.card = card
        self.when = when
        self.kind = kind
        self.plan = plan
        self.provider = provider
        self.reference = reference
        self.amount = amount
        self.tax = tax
    }

    package func refunded(
        at link: Link?, _ asked: StatusBadge?, _ answer: String = "", note: String = "", request: Link? = nil
    ) -> PaymentRow {
        var row = self
        (row.refund, row.asked, row.answer, row.note, row.request) = (link, asked, answer, note, request)
        return row
    }

    package var hasCard: Bool { !card.isEmpty }
    package var hasReference: Bool { !reference.isEmpty }
}
