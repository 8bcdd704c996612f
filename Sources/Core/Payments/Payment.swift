import Console
import HTML
import Postgres
import Templates

/// One record of a charge, a refund or a reversal.
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
    /// The sum of all its refunds and the tax in them, and the sums that were reversed.
    var grossRefunded: Money
    var grossRefundedTax: Money
    var reversed: Money
    var reversedTax: Money
    /// A test purchase: it never counts as money.
    var isTest: Bool
    /// The period that the last payment of a subscription is for; nil for an item that is sold once.
    var paidFrom: Timestamp?
    var paidUntil: Timestamp?
    /// The last four digits of the card; empty if none is known.
    var card: String

    /// Stored: cases are added, never renamed.
    enum Kind: String, CaseIterable, Sendable {
        case payment, refund
        /// The reversal of a refund that did not reach the buyer, or was cancelled.
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
        card = try row.text("last4")
    }

    /// The sum that is refunded and not reversed.
    var refunded: Money { Money(grossRefunded.minor - reversed.minor, amount.currency) }
    private var refundedTax: Money { Money(grossRefundedTax.minor - reversedTax.minor, amount.currency) }

    /// The sum that can still be refunded.
    var rest: Money { Money(amount.minor - refunded.minor, amount.currency) }

    /// Returns the tax in the next part that is refunded.
    func tax(in part: Money) -> Money {
        Self.tax(of: part.minor, after: refunded.minor, taxed: refundedTax.minor, amount: amount, tax: tax)
    }

    /// Returns the tax in the next part of its refunds that is reversed: the part that stays refunded keeps its share
    /// of the tax.
    func taxReversed(in part: Money) -> Money {
        let left = refunded.minor - part.minor
        return Money(refundedTax.minor - tax.share(left, of: amount.minor).minor, tax.currency)
    }

    /// Rounds the tax of all parts refunded by then, so that any number of parts adds up to the whole.
    static func tax(of part: Int, after given: Int, taxed: Int, amount: Money, tax: Money) -> Money {
        Money(tax.share(given + part, of: amount.minor).minor - taxed, tax.currency)
    }

    func row(_ language: Language) -> PaymentRow {
        PaymentRow(
            when: DateStyle(language).dateTime(paid), kind: Self.badge(kind),
            plan: UserWords.plan(plan, language),
            provider: PaymentWords.provider(provider, language), reference: reference,
            amount: Self.signed(amount, kind).words(language), tax: Self.signed(tax, kind).words(language),
            card: CardDigits.shown(card))
    }

    /// The rows for a user's page, each with its requested refund, the request for approval of one, and the link to
    /// request one.
    static func rows(_ rows: Rows, asked: Rows, requests: RefundRequests, of user: ID, by actor: Actor) throws
        -> [PaymentRow]
    {
        let refunds = Dictionary(try asked.map { try Refund($0) }.map { ($0.payment, $0) }) { $1 }
        return try rows.map { row in
            let payment = try Payment(row)
            let last = refunds[payment.id]
            let canBe = payment.kind == .payment && payment.rest.minor > 0 && actor.may(.refundPayments)
            let link = canBe ? actor.link("users/\(user)/payments/\(payment.id)/refund") : nil
            if let request = requests[payment.id, since: last?.askedAt] {
                let isSeen = request.approval.isSeen(by: actor)
                return payment.row(actor.language).refunded(
                    at: link, request.badge, request: isSeen ? actor.link("approvals/\(request.approval.id)") : nil)
            }
            let trouble = last?.trouble ?? ""
            let words = Refund.words(trouble, actor.language)
            return payment.row(actor.language).refunded(
                at: link, last?.badge, words == nil ? trouble : "", note: words ?? "")
        }
    }

    /// A refund has a minus sign, and so has its tax.
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
