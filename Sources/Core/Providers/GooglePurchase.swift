import Console
import Postgres
import Secrets

/// A purchase in its state at Google, and its order with the payment.
struct GooglePurchase {
    let token: String
    let state: ProviderObject
    /// nil if the service account may not see orders, or there is none.
    var order: ProviderObject?

    init(token: String, state: ProviderObject) {
        self.token = token
        self.state = state
    }

    /// The token of a purchase may be longer than any column: its hash is stored instead.
    private var reference: String { Hex.encode(MAC.sha256(Array(token.utf8))) }

    private var item: ProviderObject? { state["lineItems"]?.first }

    /// The order of the last payment.
    var orderOfSubscription: String? { (item?["latestSuccessfulOrderId"] ?? state["latestOrderId"])?.text }

    private var isTrial: Bool { item?["offerPhase"]?["freeTrial"] != nil }

    func fillSubscription(_ event: inout ProviderEvent) {
        event.isTest = state["testPurchase"] != nil
        guard let item, let product = item["productId"]?.text, let standing = standing(item) else { return }
        let price = Self.money(item["autoRenewingPlan"]?["recurringPrice"]) ?? paid
        event.subscription = SubscriptionFacts(
            reference: reference, user: user(state["externalAccountIdentifiers"]?["obfuscatedExternalAccountId"]),
            sold: .product(product), state: isTrial && standing == .active ? .trial : standing, price: price,
            endsAt: item["expiryTime"]?.text.flatMap { Timestamp(iso: $0) })
        guard !isTrial, let name = orderOfSubscription else { return }
        if let paid {
            charge(name, paid, &event)
        } else if let price, item["offerDetails"]?["offerId"] == nil,
            item["offerPhase"] == nil || item["offerPhase"]?["basePrice"] != nil
        {
            // There was no introductory price: the recurring price is what was paid this time.
            charge(name, price, &event)
        } else {
            event.lacks(.charge(subscription: reference, country: country, at: nil), of: name, order: name, .amount)
        }
    }

    func fillProduct(_ product: String, _ event: inout ProviderEvent) {
        // 0: bought by a licence tester.
        event.isTest = state["purchaseType"]?.int == 0
        // 0: bought; 1: cancelled; 2: not paid yet.
        guard state["purchaseState"]?.int ?? 0 == 0, let name = state["orderId"]?.text else { return }
        event.subscription = SubscriptionFacts(
            reference: name, user: user(state["obfuscatedExternalAccountId"]), sold: .product(product), state: .active,
            period: .once, price: paid)
        // Only the order shows the sum. 1 and 2: paid by a promotion code or an advertisement.
        if let paid {
            event.charge = ChargeFacts(
                reference: name, subscription: name, amount: paid, tax: tax(paid), country: country, at: paidAt)
        } else if state["purchaseType"] == nil {
            event.lacks(.charge(subscription: name, country: country, at: nil), of: name, order: name, .amount)
        }
    }

    private func charge(_ name: String, _ amount: Money, _ event: inout ProviderEvent) {
        guard amount.minor > 0 else { return }
        event.charge = ChargeFacts(
            reference: name, subscription: reference, amount: amount, tax: tax(amount), country: country, at: paidAt)
    }

    // MARK: The order

    /// The sum that the buyer paid, tax included, after a promotion or an introductory price.
    private var paid: Money? { Self.money(order?["total"]) }

    private var paidAt: Timestamp? { order?["createTime"]?.text.flatMap { Timestamp(iso: $0) } }

    private func tax(_ amount: Money) -> Int {
        Self.money(order?["tax"]).flatMap { $0.currency == amount.currency ? min($0.minor, amount.minor) : nil } ?? 0
    }

    private var country: String {
        let code = (order?["buyerAddress"]?["buyerCountry"] ?? state["regionCode"])?.text ?? ""
        return Countries.codes.contains(code) ? code : ""
    }

    /// Returns the event with the sum from the order that it lacked; nil if the order does not contain it.
    static func complete(_ event: ProviderEvent, from order: ProviderObject) -> ProviderEvent? {
        switch event.missingSum?.part {
        case .charge, .price:
            var purchase = GooglePurchase(token: "", state: ProviderObject(.object([])))
            purchase.order = order
            return purchase.paid.map {
                event.completed($0, tax: purchase.tax($0), country: purchase.country, at: purchase.paidAt)
            }
        case .refund, .reversal: return refunded(order).map { event.completed($0) }
        case nil: return nil
        }
    }

    /// True if the whole order was refunded.
    static func isRefunded(_ order: ProviderObject) -> Bool { order["state"]?.text == "REFUNDED" }

    /// The time of that refund.
    static func refundedAt(_ order: ProviderObject) -> Timestamp? {
        order["orderHistory"]?["refundEvent"]?["eventTime"]?.text.flatMap { Timestamp(iso: $0) }
    }

    /// The sum of an order's partial refunds.
    static func refunded(_ order: ProviderObject) -> Money? {
        let parts = (order["orderHistory"]?["partialRefundEvents"]?.elements ?? [])
            .filter { $0["state"]?.text != "PENDING" }
            .compactMap { money($0["refundDetails"]?["total"]) }
        guard let currency = parts.first?.currency, parts.allSatisfy({ $0.currency == currency }) else { return nil }
        return Money(parts.reduce(0) { $0 + $1.minor }, currency)
    }

    // MARK: The purchase

    private func standing(_ item: ProviderObject) -> SubscriptionState? {
        switch state["subscriptionState"]?.text {
        case "SUBSCRIPTION_STATE_ACTIVE":
            // A prepaid plan is not renewed. Google leaves out members whose value is false.
            item["autoRenewingPlan"]?["autoRenewEnabled"]?.isTrue ?? false ? .active : .cancelled
        case "SUBSCRIPTION_STATE_CANCELED": .cancelled
        // In the grace period the expiry time is moved to its end, and the buyer has access until then. On hold and while
        // paused the buyer has none; Google reports it as active when it returns. Source: Google, “Subscription
        // lifecycle” (developer.android.com/google/play/billing/lifecycle/subscriptions), read in 2026-11.
        case "SUBSCRIPTION_STATE_IN_GRACE_PERIOD": .pastDue
        case "SUBSCRIPTION_STATE_ON_HOLD", "SUBSCRIPTION_STATE_PAUSED", "SUBSCRIPTION_STATE_EXPIRED": .expired
        default: nil
        }
    }

    private func user(_ text: ProviderObject?) -> ID? { text?.text.flatMap { ID($0) } }

    /// Whole units as a text, and billionths in a second member.
    static func money(_ price: ProviderObject?) -> Money? {
        guard let price, let currency = Currency(price["currencyCode"]?.text ?? "") else { return nil }
        let units = price["units"]?.text.flatMap { Int($0) } ?? price["units"]?.int ?? 0
        let nanos = price["nanos"]?.int ?? 0
        guard (0...Money.most / 10_000).contains(units), (0..<1_000_000_000).contains(nanos) else { return nil }
        return Money(units * currency.scale + (nanos * currency.scale + 500_000_000) / 1_000_000_000, currency)
    }
}
