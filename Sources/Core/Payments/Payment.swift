import Console
import HTML
import Postgres
import Templates

/// One record of money that came, or went back.
struct Payment: Sendable {
    var id: ID
    var kind: Kind
    var plan: String
    var provider: String
    var reference: String
    var amount: Money
    var tax: Money
    var at: Timestamp
    /// In the tenant's zone.
    var paid: LocalTime
    /// All refunds of it, and the tax in them; what of those was reversed.
    var grossRefunded: Money
    var grossRefundedTax: Money
    var reversed: Money
    var reversedTax: Money
    /// Nobody paid: it never counts as money.
    var isTest: Bool
    /// The period that the last payment of a subscription is for; nil for an item that was sold once.
    var paidFrom: Timestamp?
    var paidUntil: Timestamp?

    /// Stored: cases are added, never renamed.
    enum Kind: String, CaseIterable, Sendable {
        case payment, refund
        /// Of a refund that did not reach its buyer, or was taken back.
        case reversal
    }

    init(_ row: Row) throws {
        let currency = Currency(stored: try row.text("currency"))
        id = try row.id("id")
        kind = Kind(rawValue: try row.text("kind")) ?? .payment
        plan = try row.text("plan")
        provider = try row.text("provider")
        reference = try row.text("reference")
        amount = Money(try row.int("amount"), currency)
        tax = Money(try row.int("tax"), currency)
        at = try row.time("at")
        paid = LocalTime(microseconds: Int(try row.localTime("paid")))
        grossRefunded = Money(try row.int("refunded"), currency)
        grossRefundedTax = Money(try row.int("refunded_tax"), currency)
        reversed = Money(try row.int("reversed"), currency)
        reversedTax = Money(try row.int("reversed_tax"), currency)
        isTest = try row.bool("is_test")
        paidFrom = try row.timeOrNil("paid_from")
        paidUntil = try row.timeOrNil("paid_until")
    }

    /// What of it is refunded as it stands.
    var refunded: Money { Money(grossRefunded.minor - reversed.minor, amount.currency) }
    private var refundedTax: Money { Money(grossRefundedTax.minor - reversedTax.minor, amount.currency) }

    /// What can still be refunded of it.
    var rest: Money { Money(amount.minor - refunded.minor, amount.currency) }

    /// The tax in a part of it that is refunded next.
    func tax(in part: Money) -> Money {
        Self.tax(of: part.minor, after: refunded.minor, taxed: refundedTax.minor, amount: amount, tax: tax)
    }

    /// The tax in a part of its refunds that is reversed next: what stays refunded has its share of the tax.
    func taxReversed(in part: Money) -> Money {
        let left = refunded.minor - part.minor
        return Money(refundedTax.minor - tax.share(left, of: amount.minor).minor, tax.currency)
    }

    /// Rounded over all that is refunded by then, so that the parts add up to the whole, however many they are.
    static func tax(of part: Int, after given: Int, taxed: Int, amount: Money, tax: Money) -> Money {
        Money(tax.share(given + part, of: amount.minor).minor - taxed, tax.currency)
    }

    func row(_ language: Language) -> PaymentRow {
        PaymentRow(
            when: DateStyle(language).dateTime(paid), kind: Self.badge(kind),
            plan: UserWords.plan(plan, language),
            provider: PaymentWords.provider(provider, language), reference: reference,
            amount: Self.signed(amount, kind).words(language), tax: tax.words(language))
    }

    /// As a user's page shows them, each with what was asked to be given back of it and the way to ask.
    static func rows(_ rows: Rows, asked: Rows, of user: ID, by actor: Actor) throws -> [PaymentRow] {
        let refunds = Dictionary(try asked.map { try Refund($0) }.map { ($0.payment, $0) }) { $1 }
        return try rows.map { row in
            let payment = try Payment(row)
            let last = refunds[payment.id]
            let canBe = payment.kind == .payment && payment.rest.minor > 0 && actor.may(.refundPayments)
            return payment.row(actor.language).refunded(
                at: canBe ? actor.link("users/\(user)/payments/\(payment.id)/refund") : nil, last?.badge,
                last?.trouble ?? "")
        }
    }

    /// What went back stands with a minus.
    static func signed(_ sum: Money, _ kind: Kind) -> Money { kind == .refund ? Money(-sum.minor, sum.currency) : sum }

    static func badge(_ kind: Kind) -> StatusBadge {
        switch kind {
        case .payment: StatusBadge(LocalText(Strings.payment_payment), tone: .good)
        case .refund: StatusBadge(LocalText(Strings.payment_refund), tone: .warn)
        case .reversal: StatusBadge(LocalText(Strings.payment_reversal), tone: .warn)
        }
    }
}

enum PaymentWords {
    private static let providers: [(name: String, label: StringKey)] = [
        ("manual", Strings.provider_manual), ("sandbox", Strings.provider_sandbox), ("card", Strings.provider_card),
        ("app_store", Strings.provider_app_store), ("google_play", Strings.provider_google_play),
    ]

    static func provider(_ name: String, _ language: Language) -> String {
        (providers.first { $0.name == name }?.label).map { LocalText($0).resolve(in: language) } ?? name
    }

    static func choices(_ language: Language) -> [(value: String, words: String)] {
        providers.map { ($0.name, LocalText($0.label).resolve(in: language)) }
    }
}
