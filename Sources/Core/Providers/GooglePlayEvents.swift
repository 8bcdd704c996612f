import Console
import HTML
import HTTPTypes
import JSON
import JWS
import Postgres
import Secrets

/// Google Play's real-time developer notifications: a push of Pub/Sub, which says only what to ask about. How it
/// stands is asked at Google itself.
enum GooglePlayEvents {
    static func read(_ call: ProviderHook.Call, _ services: Services) async throws -> [ProviderEvent] {
        try await check(call, services)
        guard let body = try? JSONReader.read(call.request.body), let message = body["message"],
            let id = message["messageId"]?.text, !id.isEmpty,
            id.columnLength <= 255, let data = message["data"]?.text.flatMap({ Base64.padded.decode($0.utf8) }),
            let reported = try? JSONReader.read(data)
        else { throw ProviderHook.Problem.malformed }
        guard reported["packageName"]?.text == call.settings["package"] else { throw ProviderHook.Problem.untrusted }
        let at = reported["eventTimeMillis"]?.text.flatMap { Int($0) } ?? reported["eventTimeMillis"]?.int
        guard let at else { throw ProviderHook.Problem.malformed }
        var news = ProviderEvent(event: id, kind: "", at: Timestamp(milliseconds: at))
        if let subscription = reported["subscriptionNotification"], let token = subscription["purchaseToken"]?.text {
            let type = subscription["notificationType"]?.int ?? 0
            news.kind = "subscription \(type)"
            let state = try await services.providers.googlePlay.fetch("/subscriptionsv2/tokens/\(token)", call)
            GooglePurchase(token: token, isPaid: [1, 2, 4].contains(type), state: state).fillSubscription(&news)
        } else if let item = reported["oneTimeProductNotification"], let token = item["purchaseToken"]?.text,
            let product = item["sku"]?.text
        {
            news.kind = "product \(item["notificationType"]?.int ?? 0)"
            let state = try await services.providers.googlePlay.fetch("/products/\(product)/tokens/\(token)", call)
            GooglePurchase(token: token, isPaid: item["notificationType"]?.int == 1, state: state).fillProduct(
                product, &news)
        } else if let voided = reported["voidedPurchaseNotification"], let order = voided["orderId"]?.text {
            news.kind = "voided"
            // 2: only a part of several was given back, and of how much it does not say.
            if voided["refundType"]?.int != 2 { news.refund = .init(payment: order, total: nil, isRevoked: true) }
        } else {
            news.kind = reported["testNotification"] == nil ? "other" : "test"
        }
        return [news]
    }

    /// Pub/Sub signs each push in the name of an account that the tenant has named.
    private static func check(_ call: ProviderHook.Call, _ services: Services) async throws {
        guard let header = call.request.headers[.authorization], header.prefix(7).lowercased() == "bearer " else {
            throw ProviderHook.Problem.untrusted
        }
        let token = String(header.dropFirst(7))
        let keys = try await services.providers.googlePlay.signingKeys(now: call.request.now)
        let sender = try? await PushToken.sender(of: token, audience: call.address, keys: keys)
        guard let sender, sender == call.settings["pusher"] else { throw ProviderHook.Problem.untrusted }
    }
}

/// A purchase as Google says that it stands.
private struct GooglePurchase {
    let token: String
    /// The notification is one of those with which money came.
    let isPaid: Bool
    let state: JSONText

    /// A purchase's token may be longer than any column: its hash stands for it.
    private var reference: String { Hex.encode(MAC.sha256(Array(token.utf8))) }

    func fillSubscription(_ news: inout ProviderEvent) {
        guard let item = state["lineItems"]?.first, let product = item["productId"]?.text,
            let standing = standing(item, at: news.at)
        else { return }
        let plan = item["autoRenewingPlan"]
        guard let price = price(plan?["recurringPrice"]) else { return }
        let isTrial = item["offerPhase"]?["freeTrial"] != nil
        news.subscription = .init(
            reference: reference, user: user(state["externalAccountIdentifiers"]?["obfuscatedExternalAccountId"]),
            sold: .product(product),
            state: isTrial && standing == .active ? .trial : standing, price: price,
            endsAt: item["expiryTime"]?.text.flatMap { Timestamp(iso: $0) })
        guard isPaid, !isTrial, let order = (item["latestSuccessfulOrderId"] ?? state["latestOrderId"])?.text else {
            return
        }
        news.payment = .init(
            reference: order, subscription: reference, amount: price, tax: 0, country: country(state["regionCode"]))
    }

    func fillProduct(_ product: String, _ news: inout ProviderEvent) {
        // 0: bought; 1: cancelled; 2: not paid yet.
        guard state["purchaseState"]?.int ?? 0 == 0, let order = state["orderId"]?.text else { return }
        // How much it was is not said here: the plan's own price, in the currency of the tenant, is not what somebody
        // abroad has paid. The payment is left to the finance report of the store.
        news.subscription = .init(
            reference: order, user: user(state["obfuscatedExternalAccountId"]), sold: .product(product), state: .active,
            price: Money(0, Currency(stored: "USD")))
    }

    private func standing(_ item: JSONText, at: Timestamp) -> SubscriptionState? {
        switch state["subscriptionState"]?.text {
        case "SUBSCRIPTION_STATE_ACTIVE":
            item["autoRenewingPlan"]?["autoRenewEnabled"] == .bool(false) ? .cancelled : .active
        case "SUBSCRIPTION_STATE_CANCELED": .cancelled
        case "SUBSCRIPTION_STATE_IN_GRACE_PERIOD", "SUBSCRIPTION_STATE_ON_HOLD", "SUBSCRIPTION_STATE_PAUSED": .pastDue
        case "SUBSCRIPTION_STATE_EXPIRED": .expired
        default: nil
        }
    }

    private func user(_ text: JSONText?) -> ID? { text?.text.flatMap { ID($0) } }

    /// Whole units as a text, and thousand millionths beside them.
    private func price(_ price: JSONText?) -> Money? {
        guard let price, let currency = Currency(price["currencyCode"]?.text ?? "") else { return nil }
        let units = price["units"]?.text.flatMap { Int($0) } ?? price["units"]?.int ?? 0
        let nanos = price["nanos"]?.int ?? 0
        guard (0...Money.most / 10_000).contains(units), (0..<1_000_000_000).contains(nanos) else { return nil }
        return Money(units * currency.scale + (nanos * currency.scale + 500_000_000) / 1_000_000_000, currency)
    }

    private func country(_ code: JSONText?) -> String {
        let code = code?.text ?? ""
        return Countries.codes.contains(code) ? code : ""
    }
}
