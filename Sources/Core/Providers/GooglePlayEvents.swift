import Console
import HTML
import HTTPTypes
import JSON
import JWS
import Postgres
import Secrets

/// Google Play's real-time developer notifications: pushes of Pub/Sub that only name the purchase. Its state is then
/// requested from Google itself.
enum GooglePlayEvents {
    static func read(_ call: ProviderHook.Call, _ services: Services) async throws -> [ProviderEvent] {
        try await check(call, services)
        guard let body = try? ProviderObject(call.request.body), let message = body["message"],
            let id = message["messageId"]?.text, !id.isEmpty,
            id.columnLength <= 255, let data = message["data"]?.text.flatMap({ Base64.padded.decode($0.utf8) }),
            let notice = try? ProviderObject(data)
        else { throw ProviderHook.Problem.malformed }
        guard notice["packageName"]?.text == call.settings["package"] else { throw ProviderHook.Problem.untrusted }
        let at = notice["eventTimeMillis"]?.text.flatMap { Int($0) } ?? notice["eventTimeMillis"]?.int
        guard let at else { throw ProviderHook.Problem.malformed }
        let play = try services.providers.googlePlay
        var event = ProviderEvent(event: id, kind: "", at: Timestamp(milliseconds: at))
        if let subscription = notice["subscriptionNotification"], let token = subscription["purchaseToken"]?.text {
            event.kind = "subscription \(subscription["notificationType"]?.int ?? 0)"
            var purchase = GooglePurchase(
                token: token, state: try await play.ask("/purchases/subscriptionsv2/tokens/\(token)", call))
            if let order = purchase.orderOfSubscription { purchase.order = try await play.order(order, call) }
            purchase.fillSubscription(&event)
        } else if let item = notice["oneTimeProductNotification"], let token = item["purchaseToken"]?.text,
            let product = item["sku"]?.text
        {
            event.kind = "product \(item["notificationType"]?.int ?? 0)"
            var purchase = GooglePurchase(
                token: token, state: try await play.ask("/purchases/products/\(product)/tokens/\(token)", call))
            if let order = purchase.state["orderId"]?.text { purchase.order = try await play.order(order, call) }
            purchase.fillProduct(product, &event)
        } else if let voided = notice["voidedPurchaseNotification"], let order = voided["orderId"]?.text {
            event.kind = "voided"
            // 2: several items were bought and a part was refunded; only the order shows how much.
            if voided["refundType"]?.int != 2 {
                event.refund = RefundFacts(charge: order, effect: .total(nil), isRevoked: true)
            } else if let total = try await play.order(order, call).flatMap({ GooglePurchase.refunded($0) }) {
                event.refund = RefundFacts(charge: order, effect: .total(total), isRevoked: false)
            } else {
                event.lacks(.refund, of: order, order: order, .amount)
            }
        } else {
            event.kind = notice["testNotification"] == nil ? "other" : "test"
        }
        return [event]
    }

    /// Pub/Sub signs each push in the name of an account that the tenant has configured.
    private static func check(_ call: ProviderHook.Call, _ services: Services) async throws {
        guard let header = call.request.headers[.authorization], header.prefix(7).lowercased() == "bearer " else {
            throw ProviderHook.Problem.untrusted
        }
        let token = String(header.dropFirst(7))
        guard await PushToken.claimedSender(of: token, audience: call.address) == call.settings["pusher"] else {
            throw ProviderHook.Problem.untrusted
        }
        let keys = try await services.providers.googlePlay.signingKeys(now: call.request.now)
        let sender = try? await PushToken.sender(of: token, audience: call.address, keys: keys)
        guard let sender, sender == call.settings["pusher"] else { throw ProviderHook.Problem.untrusted }
    }
}
