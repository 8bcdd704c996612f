import HTML

/// What a user paid and got back.
package struct PaymentTable: Sendable {
    package var rows: [PaymentRow]

    package init(_ rows: [PaymentRow]) { self.rows = rows }

    package static var sample: PaymentTable {
        PaymentTable([
            PaymentRow(
                when: "20 Nov 2026, 09:14", kind: StatusBadge(LocalText(Strings.payment_refund), tone: .warn),
                plan: "Premium", provider: "App Store",
                reference: "", amount: "-4.22 USD", tax: "0.70 USD"),
            PaymentRow(
                when: "1 Nov 2026, 10:00", kind: StatusBadge(LocalText(Strings.payment_payment), tone: .good),
                plan: "Family <plus>", provider: "Card",
                reference: "in_1Q\"<&>", amount: "9.99 USD", tax: "1.67 USD"),
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

    package init(
        when: String, kind: StatusBadge, plan: String, provider: String, reference: String, amount: String, tax: String
    ) {
        self.when = when
        self.kind = kind
        self.plan = plan
        self.provider = provider
        self.reference = reference
        self.amount = amount
        self.tax = tax
    }

    package var hasReference: Bool { !reference.isEmpty }
}
