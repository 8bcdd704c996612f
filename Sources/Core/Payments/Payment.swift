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
    /// Its refunds, and what of them was reversed.
    var refunds: Withdrawn
    /// What banks have taken in disputes, and what of it came back.
    var disputes: Withdrawn
    /// The whole charge of which it is a part, with what the parts before it come to; nil for a charge of its own.
    private var place: (from: Int, whole: Int)?
    /// A test purchase: it never counts as money.
    var isTest: Bool
    /// The period that the last payment of a subscription is for; nil for an item that is sold once.
    var paidFrom: Timestamp?
    var paidUntil: Timestamp?
    /// The last four digits of the card; empty if none is known.
    var card: String

    /// What went away of a payment and what of it came back, with the tax in both, in minor units.
    struct Withdrawn: Sendable {
        var gross: Int
        var grossTax: Int
        var back: Int
        var backTax: Int

        /// What went away and did not come back.
        var left: Int { gross - back }
        var leftTax: Int { grossTax - backTax }
    }

    /// Stored: cases are added, never renamed.
    enum Kind: String, CaseIterable, Sendable {
        case payment, refund
        /// The reversal of a refund that did not reach the buyer, or was cancelled.
        case reversal
        /// The bank has taken the sum because the buyer disputes the payment.
        case dispute
        /// The sum came back.
        case disputeWon = "dispute_won"
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
        refunds = Withdrawn(
            gross: try row.int("refunded"), grossTax: try row.int("refunded_tax"), back: try row.int("reversed"),
            backTax: try row.int("reversed_tax"))
        disputes = Withdrawn(
            gross: try row.int("disputed"), grossTax: try row.int("disputed_tax"), back: try row.int("returned"),
            backTax: try row.int("returned_tax"))
        if let from = try row.intOrNil("part_from"), let whole = try row.intOrNil("part_whole"), whole > 0 {
            place = (from, whole)
        }
        isTest = try row.bool("is_test")
        paidFrom = try row.timeOrNil("paid_from")
        paidUntil = try row.timeOrNil("paid_until")
        card = try row.text("last4")
    }

    /// The sum that is refunded and not reversed.
    var refunded: Money { Money(refunds.left, amount.currency) }

    /// What the provider charged at once.
    var whole: Money { Money(place?.whole ?? amount.minor, amount.currency) }

    /// It is one of several parts of a charge.
    var isPart: Bool { place != nil }

    /// Returns what of a sum of the whole charge falls on this payment: all parts together get exactly the sum.
    func part(of sum: Int) -> Int {
        guard let place else { return sum }
        func share(_ until: Int) -> Int {
            Money(sum, amount.currency).share(min(until, place.whole), of: place.whole).minor
        }
        return share(place.from + amount.minor) - share(place.from)
    }

    /// The sum that is lost in disputes, for now or for good.
    var disputed: Money { Money(disputes.left, amount.currency) }

    /// The sum that can still be refunded: what a bank has taken is not here to be given back.
    var rest: Money { Money(max(0, amount.minor - refunds.left - disputes.left), amount.currency) }

    /// Returns the tax in the next part that is refunded.
    func tax(in part: Money) -> Money { tax(in: part, after: refunds) }

    /// Returns the tax in the next part that goes away, by refunds or by disputes.
    func tax(in part: Money, after gone: Withdrawn) -> Money {
        Self.tax(of: part.minor, after: gone.left, taxed: gone.leftTax, amount: amount, tax: tax)
    }

    /// Returns the tax in the next part that comes back: the part that stays away keeps its share of the tax.
    func taxBack(in part: Money, of gone: Withdrawn) -> Money {
        Money(gone.leftTax - tax.share(gone.left - part.minor, of: amount.minor).minor, tax.currency)
    }

    /// Rounds the tax of all parts that are gone by then, so that any number of parts adds up to the whole.
    static func tax(of part: Int, after given: Int, taxed: Int, amount: Money, tax: Money) -> Money {
        Money(tax.share(given + part, of: amount.minor).minor - taxed, tax.currency)
    }

    func row(_ language: Language) -> PaymentRow {
        PaymentRow(
            when: DateStyle(language).dateTime(paid),
            // A payment that a bank has taken back says so itself.
            kind: disputed.minor > 0
                ? StatusBadge(LocalText(Strings.payment_disputed), tone: .bad) : Self.badge(kind),
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

    /// A refund and a dispute have a minus sign, and so has their tax.
    static func signed(_ sum: Money, _ kind: Kind) -> Money {
        kind == .refund || kind == .dispute ? Money(-sum.minor, sum.currency) : sum
    }

    static func badge(_ kind: Kind) -> StatusBadge {
        switch kind {
        case .payment: StatusBadge(LocalText(Strings.payment_payment), tone: .good)
        case .refund: StatusBadge(LocalText(Strings.payment_refund), tone: .warn)
        case .reversal: StatusBadge(LocalText(Strings.payment_reversal), tone: .warn)
        case .dispute: StatusBadge(LocalText(Strings.payment_dispute), tone: .bad)
        case .disputeWon: StatusBadge(LocalText(Strings.payment_dispute_won), tone: .warn)
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
