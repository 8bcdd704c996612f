import JSON
import Postgres
import Testing

@testable import Console
@testable import Core

/// What Google says of a purchase and of its order, read into facts.
@Suite struct GooglePurchaseTests {
    private static func object(_ text: String) throws -> ProviderObject { try ProviderObject(Array(text.utf8)) }

    private static func price(_ units: Int, _ nanos: Int = 0) -> String {
        "{\"currencyCode\":\"EUR\",\"units\":\"\(units)\",\"nanos\":\(nanos)}"
    }

    private func subscription(_ more: String = "", item: String = "", order: String? = nil) throws -> ProviderEvent {
        var purchase = GooglePurchase(
            token: "token",
            state: try Self.object(
                """
                {"subscriptionState":"SUBSCRIPTION_STATE_ACTIVE","latestOrderId":"GPA.1","regionCode":"DE"\(more),
                "lineItems":[{"productId":"premium","expiryTime":"2099-01-01T00:00:00Z"\(item),
                "autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":\(Self.price(4, 500_000_000))}}]}
                """))
        purchase.order = try order.map { try Self.object($0) }
        var event = ProviderEvent(event: "m", kind: "", at: .now)
        purchase.fillSubscription(&event)
        return event
    }

    @Test
    func
        `13.22: an introductory price is booked as the order says, with its tax; the recurring price is the subscription's`()
        throws
    {
        let order =
            "{\"total\":\(Self.price(1, 990_000_000)),\"tax\":\(Self.price(0, 320_000_000)),\"createTime\":\"2026-11-01T10:00:00Z\",\"buyerAddress\":{\"buyerCountry\":\"FR\"}}"
        let event = try subscription(item: ",\"offerDetails\":{\"offerId\":\"intro\"}", order: order)
        let euro = Currency(stored: "EUR")
        #expect(event.subscription?.price == Money(450, euro))
        #expect(event.charge?.amount == Money(199, euro) && event.charge?.tax == 32 && event.charge?.country == "FR")
        #expect(event.charge?.at == Timestamp(iso: "2026-11-01T10:00:00Z"))
    }

    @Test
    func
        `13.22: without the order the recurring price is booked only where nobody had an offer; else the charge waits in view`()
        throws
    {
        #expect(try subscription().charge?.amount.minor == 450)
        let offered = try subscription(item: ",\"offerDetails\":{\"offerId\":\"intro\"}")
        #expect(offered.charge == nil && offered.fault == .amount && offered.subscription != nil)
        #expect(offered.missingSum?.order == "GPA.1")
        // Its facts keep what is lacking, and the order brings it.
        let order = try Self.object("{\"total\":\(Self.price(1, 990_000_000)),\"tax\":\(Self.price(0, 320_000_000))}")
        let whole = try #require(GooglePurchase.complete(offered, from: order))
        #expect(whole.fault == nil && whole.charge?.amount.minor == 199 && whole.charge?.tax == 32)
        #expect(whole.charge?.reference == "GPA.1" && whole.charge?.country == "DE")
        #expect(GooglePurchase.complete(offered, from: try Self.object("{}")) == nil)
    }

    @Test(arguments: [
        ("IN_GRACE_PERIOD", SubscriptionState.pastDue), ("ON_HOLD", .expired), ("PAUSED", .expired),
    ])
    func `13.20: on hold and paused, a buyer of Google's has nothing; in the grace period everything`(
        state: String, standing: SubscriptionState
    ) throws {
        var event = ProviderEvent(event: "m", kind: "", at: .now)
        GooglePurchase(
            token: "t",
            state: try Self.object(
                """
                {"subscriptionState":"SUBSCRIPTION_STATE_\(state)","lineItems":[{"productId":"premium",
                "expiryTime":"2026-11-01T00:00:00Z","autoRenewingPlan":{"recurringPrice":\(Self.price(4))}}]}
                """)
        ).fillSubscription(&event)
        #expect(event.subscription?.state == standing)
    }

    private func appStore(_ type: String, status: Int = 1, _ more: String = "", renewal: String = "{}") throws
        -> ProviderEvent
    {
        var event = ProviderEvent(event: "n", kind: "", at: .now)
        AppStoreTransaction(
            type: type, status: status, environment: nil,
            transaction: try Self.object(
                "{\"originalTransactionId\":\"1\",\"transactionId\":\"2\",\"productId\":\"p\",\"expiresDate\":1000\(more)}"
            ),
            renewal: try Self.object(renewal)
        ).fill(&event)
        return event
    }

    @Test
    func `13.19: an App Store transaction without a price gives what was bought, and a refund in full needs none`()
        throws
    {
        let bought = try appStore("SUBSCRIBED")
        #expect(bought.subscription?.state == .active && bought.subscription?.price == nil)
        #expect(bought.fault == .currency && bought.missingSum?.charge == "2")
        let refunded = try appStore("REFUND", ",\"revocationDate\":1,\"currency\":\"EUR\"")
        #expect(refunded.fault == .amount)
        #expect(refunded.refund == RefundFacts(charge: "2", effect: .total(nil), isRevoked: true))
        // Nobody paid for a trial, or for what a family shares.
        #expect(try appStore("SUBSCRIBED", ",\"offerDiscountType\":\"FREE_TRIAL\"").fault == nil)
        #expect(try appStore("SUBSCRIBED", ",\"inAppOwnershipType\":\"FAMILY_SHARED\"").fault == nil)
    }

    @Test func `13.22: of a refund in part the App Store says the share`() throws {
        let part = try appStore("REFUND", ",\"price\":9990,\"currency\":\"EUR\",\"revocationPercentage\":40000")
        #expect(part.refund?.effect == .share(40_000))
        let facts = try #require(part.refund)
        let sum = try #require(RefundSum([(at: .now, facts: facts)], of: Money(999, Currency(stored: "EUR"))))
        #expect(sum.refunded == 400)
        #expect(try #require(RefundFacts(facts.json)) == facts)
        let whole = try appStore("REFUND", ",\"price\":9990,\"currency\":\"EUR\",\"revocationPercentage\":100000")
        #expect(whole.refund?.effect == .total(nil))
    }

    @Test func `13.22: the App Store says that a refund is reversed`() throws {
        let reversed = try appStore("REFUND_REVERSED", ",\"price\":9990,\"currency\":\"EUR\"")
        #expect(reversed.refund == RefundFacts(charge: "2", effect: .reversed(nil, refund: "2"), isRevoked: true))
        #expect(reversed.subscription?.state == .active)
    }

    @Test func `13.20: the App Store's grace ends when it says, and a retry of the charge without grace gives nothing`()
        throws
    {
        let grace = try appStore("DID_FAIL_TO_RENEW", status: 4, renewal: "{\"gracePeriodExpiresDate\":9000}")
        #expect(grace.subscription?.state == .pastDue)
        #expect(grace.subscription?.endsAt == Timestamp(milliseconds: 9000))
        #expect(try appStore("DID_FAIL_TO_RENEW", status: 3).subscription?.state == .expired)
    }

    @Test func `13.22: what a licence tester buys is marked, a subscription and an item`() throws {
        #expect(try subscription(",\"testPurchase\":{}").isTest && !subscription().isTest)
        for (type, isTest) in [("0", true), ("null", false)] {
            let purchase = GooglePurchase(
                token: "t",
                state: try Self.object("{\"purchaseState\":0,\"orderId\":\"GPA.9\",\"purchaseType\":\(type)}"))
            var event = ProviderEvent(event: "m", kind: "", at: .now)
            purchase.fillProduct("sounds", &event)
            #expect(event.isTest == isTest)
        }
    }

    @Test func `13.22: an item sold once is booked with what its order came to`() throws {
        var purchase = GooglePurchase(
            token: "t",
            state: try Self.object(
                "{\"purchaseState\":0,\"orderId\":\"GPA.9\",\"purchaseType\":null,\"regionCode\":\"ES\"}"))
        purchase.order = try Self.object("{\"total\":\(Self.price(3)),\"tax\":null}")
        var event = ProviderEvent(event: "m", kind: "", at: .now)
        purchase.fillProduct("sounds", &event)
        #expect(
            event.charge?.amount.minor == 300 && event.subscription?.period == .once && event.charge?.country == "ES")
        purchase.order = nil
        event = ProviderEvent(event: "m", kind: "", at: .now)
        purchase.fillProduct("sounds", &event)
        #expect(event.charge == nil && event.fault == .amount && event.subscription != nil)
    }

    @Test func `13.22: of a refund in parts the order says how much it came to`() throws {
        let order = try Self.object(
            """
            {"orderHistory":{"partialRefundEvents":[{"state":"PROCESSED_SUCCESSFULLY","refundDetails":{"total":\(Self.price(1))}},
            {"state":"PENDING","refundDetails":{"total":\(Self.price(2))}}]}}
            """)
        #expect(GooglePurchase.refunded(order)?.minor == 100)
        #expect(GooglePurchase.refunded(try Self.object("{}")) == nil)
    }

    @Test(arguments: ["Sandbox", "Xcode", "LocalTesting", "Production"])
    func `13.22: only what the App Store sold in production is money`(environment: String) throws {
        let transaction = try Self.object(
            """
            {"originalTransactionId":"1","transactionId":"2","productId":"p","price":9990,"currency":"EUR","environment":"\(environment)",
            "purchaseDate":1760000000000,"offerDiscountType":null,"revocationDate":null}
            """)
        var event = ProviderEvent(event: "n", kind: "", at: .now)
        AppStoreTransaction(type: "SUBSCRIBED", status: 1, environment: nil, transaction: transaction, renewal: nil)
            .fill(&event)
        #expect(event.isTest == (environment != "Production") && event.charge?.amount.minor == 999)
        #expect(event.subscription?.state == .active)
    }
}
