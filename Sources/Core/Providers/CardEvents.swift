import Console
import Crypto
import HTTPTypes
import JSON
import Postgres
import Secrets

/// Events as Stripe sends them (API of 2024-06-20; of later ones what has only moved is found as well).
enum CardEvents {
    /// A signature older than this, or from further ahead, could be somebody's who has listened.
    private static let tolerance: Int64 = 300

    static func read(_ call: ProviderHook.Call) throws -> [ProviderEvent] {
        let header = call.request.headers[values: .stripeSignature].joined(separator: ",")
        guard
            isSigned(
                call.request.body, by: header, secret: call.settings["signing_secret"], now: call.request.now.seconds)
        else {
            throw ProviderHook.Problem.untrusted
        }
        guard let event = try? JSONReader.read(call.request.body), let id = event["id"]?.text, !id.isEmpty,
            id.columnLength <= 255,
            let kind = event["type"]?.text, let created = event["created"]?.int, let object = event["data"]?["object"]
        else { throw ProviderHook.Problem.malformed }
        var news = ProviderEvent(event: id, kind: kind, at: Timestamp(seconds: created))
        try CardEvent(object: object, tenant: call.tenant.id).fill(kind, &news)
        return [news]
    }

    /// `t=1492774577,v1=…,v1=…`: an HMAC over the time, a point and the body as it came. While a
    /// secret is being changed there are two.
    static func isSigned(_ body: [UInt8], by header: String, secret: String, now: Int64) -> Bool {
        let parts = header.split(separator: ",").map {
            $0.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces }
        }
        guard let time = parts.first(where: { $0.first == "t" })?.last.flatMap({ Int64($0) }),
            (now - tolerance...now + tolerance).contains(time)
        else { return false }
        let wanted = MAC.hmac(Array("\(time).".utf8) + body, key: SymmetricKey(data: Array(secret.utf8)))
        return parts.contains { part in
            part.count == 2 && part[0] == "v1" && Hex.decode(part[1]).map { constantTimeEqual($0, wanted) } ?? false
        }
    }
}

/// What one event is about.
private struct CardEvent {
    let object: JSONText
    let tenant: ID

    func fill(_ kind: String, _ news: inout ProviderEvent) throws {
        switch kind {
        case "customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted",
            "customer.subscription.paused", "customer.subscription.resumed":
            news.subscription = subscription(object, object["metadata"])
        case "invoice.paid": invoice(&news)
        case "checkout.session.completed", "checkout.session.async_payment_succeeded": session(&news)
        case "charge.refunded":
            guard let payment = object["payment_intent"]?.text ?? object["id"]?.text,
                let total = money("amount_refunded"), total.minor > 0
            else { return }
            news.refund = .init(payment: payment, total: total, isRevoked: false)
        default: break
        }
    }

    private func subscription(_ object: JSONText, _ metadata: JSONText?) -> ProviderEvent.SubscriptionSnapshot? {
        guard let reference = object["id"]?.text, let sold = sold(metadata) else { return nil }
        let item = object["items"]?["data"]?.first
        let until = (object["current_period_end"] ?? item?["current_period_end"])?.int
        let ended = (object["ended_at"] ?? object["canceled_at"])?.int
        let goesOn = object["cancel_at_period_end"] != .bool(true)
        let state: SubscriptionState
        switch object["status"]?.text {
        case "trialing": state = goesOn ? .trial : .cancelled
        case "active": state = goesOn ? .active : .cancelled
        case "past_due", "unpaid", "paused": state = .pastDue
        case "canceled": state = .expired
        // Its first payment has not come: nothing was bought yet.
        default: return nil
        }
        guard let price = CardMoney.read(item?["price"]?["unit_amount"]?.int, item?["price"]?["currency"]?.text) else {
            return nil
        }
        return .init(
            reference: reference, user: metadata?["roost_user"]?.text.flatMap { ID($0) }, sold: sold.sold, state: state,
            period: sold.period,
            price: price, endsAt: (state == .expired ? ended ?? until : until).map { Timestamp(seconds: $0) })
    }

    private func invoice(_ news: inout ProviderEvent) {
        let details = object["subscription_details"] ?? object["parent"]?["subscription_details"]
        guard let subscription = (object["subscription"] ?? details?["subscription"])?.text,
            let amount = money("amount_paid"), amount.minor > 0,
            let reference = (object["payment_intent"] ?? object["charge"] ?? object["id"])?.text
        else { return }
        // A free plan's invoices and those of a trial are about nothing.
        if let sold = sold(details?["metadata"]) {
            let line = object["lines"]?["data"]?.first
            news.subscription = .init(
                reference: subscription, user: details?["metadata"]?["roost_user"]?.text.flatMap { ID($0) },
                sold: sold.sold, state: .active,
                period: sold.period, price: amount, endsAt: line?["period"]?["end"]?.int.map { Timestamp(seconds: $0) },
                isHint: true)
        }
        news.payment = .init(
            reference: reference, subscription: subscription, amount: amount, tax: money("tax")?.minor ?? 0,
            country: country(object["customer_address"]))
    }

    /// What is sold once has no subscription there: the payment stands for it.
    private func session(_ news: inout ProviderEvent) {
        let metadata = object["metadata"]
        guard let sold = sold(metadata) else { return }
        news.checkout = metadata?["roost_checkout"]?.text.flatMap { ID($0) }
        guard object["mode"]?.text == "payment", object["payment_status"]?.text == "paid",
            let amount = money("amount_total"), amount.minor > 0,
            let reference = object["payment_intent"]?.text
        else { return }
        news.subscription = .init(
            reference: reference, user: metadata?["roost_user"]?.text.flatMap { ID($0) }, sold: sold.sold,
            state: .active, period: .once, price: amount)
        news.payment = .init(
            reference: reference, subscription: reference, amount: amount,
            tax: CardMoney.read(object["total_details"]?["amount_tax"]?.int, object["currency"]?.text)?.minor ?? 0,
            country: country(object["customer_details"]?["address"]))
    }

    /// What our checkout has written on it; nil for what was sold in another way, or by
    /// another tenant with the same account.
    private func sold(_ metadata: JSONText?) -> (sold: ProviderEvent.SoldItem, period: BillingPeriod)? {
        guard metadata?["roost_tenant"]?.text == tenant.description, let plan = metadata?["roost_plan"]?.text,
            let version = metadata?["roost_version"]?.text.flatMap({ Int($0) }),
            let period = metadata?["roost_period"]?.text.flatMap({ BillingPeriod(rawValue: $0) })
        else { return nil }
        return (.plan(plan, version: version), period)
    }

    private func money(_ name: String) -> Money? { CardMoney.read(object[name]?.int, object["currency"]?.text) }

    private func country(_ address: JSONText?) -> String {
        let code = address?["country"]?.text ?? ""
        return Countries.codes.contains(code) ? code : ""
    }
}

/// Sums as Stripe writes them: in minor units, but for two currencies without any, which it counts in hundredths.
/// Source: Stripe, “Supported currencies”, special cases.
enum CardMoney {
    private static let inHundredths: Set<String> = ["ISK", "UGX"]

    static func read(_ amount: Int?, _ code: String?) -> Money? {
        guard let amount, let currency = Currency(code?.uppercased() ?? ""), (0...Money.most).contains(amount) else {
            return nil
        }
        return Money(inHundredths.contains(currency.code) ? amount / 100 : amount, currency)
    }

    static func write(_ money: Money) -> Int {
        inHundredths.contains(money.currency.code) ? money.minor * 100 : money.minor
    }
}

extension JSONText {
    var first: JSONText? { if case .array(let all) = self { all.first } else { nil } }
}

extension Timestamp {
    init(seconds: Int) {
        self.init(microseconds: Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000).partialValue)
    }
}

extension HTTPField.Name {
    static let stripeSignature = HTTPField.Name("Stripe-Signature")!
}
