import Console
import HTML
import Postgres
import Templates

/// One record of money that came, or went back.
struct Payment: Sendable {
    var id: ID
    var isRefund: Bool
    var plan: String
    var provider: String
    var reference: String
    var amount: Money
    var tax: Money
    var at: Timestamp
    /// In the tenant's zone.
    var paid: LocalTime
    /// What of it was given back, and the tax in that.
    var refunded: Money
    var refundedTax: Money

    init(_ row: Row) throws {
        let currency = Currency(stored: try row.text("currency"))
        id = try row.id("id")
        isRefund = try row.text("kind") == "refund"
        plan = try row.text("plan")
        provider = try row.text("provider")
        reference = try row.text("reference")
        amount = Money(try row.int("amount"), currency)
        tax = Money(try row.int("tax"), currency)
        at = try row.time("at")
        paid = LocalTime(microseconds: Int(try row.localTime("paid")))
        refunded = Money(try row.int("refunded"), currency)
        refundedTax = Money(try row.int("refunded_tax"), currency)
    }

    /// What can still be given back of it.
    var rest: Money { Money(amount.minor - refunded.minor, amount.currency) }

    /// The tax in a part of it that is given back next.
    func tax(in part: Money) -> Money {
        Self.tax(of: part.minor, after: refunded.minor, taxed: refundedTax.minor, amount: amount, tax: tax)
    }

    /// Rounded over all that is given back by then, so that the parts add up to the whole, however many they are.
    static func tax(of part: Int, after given: Int, taxed: Int, amount: Money, tax: Money) -> Money {
        Money(tax.share(given + part, of: amount.minor).minor - taxed, tax.currency)
    }

    func row(_ language: Language) -> PaymentRow {
        PaymentRow(
            when: DateStyle(language).dateTime(paid), kind: Self.badge(isRefund: isRefund),
            plan: UserWords.plan(plan, language),
            provider: PaymentWords.provider(provider, language), reference: reference,
            amount: Self.signed(amount, isRefund: isRefund).words(language), tax: tax.words(language))
    }

    /// What went back stands with a minus.
    static func signed(_ sum: Money, isRefund: Bool) -> Money { isRefund ? Money(-sum.minor, sum.currency) : sum }

    static func badge(isRefund: Bool) -> StatusBadge {
        isRefund
            ? StatusBadge(LocalText(Strings.payment_refund), tone: .warn)
            : StatusBadge(LocalText(Strings.payment_payment), tone: .good)
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
