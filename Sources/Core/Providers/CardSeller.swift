import Console
import HTML
import JSON
import Postgres
import Web

/// Begins a purchase with a card provider that speaks Stripe's protocol: the buyer is sent to the provider's page.
struct CardSeller: Sendable {
    /// The API version of our requests and of their responses.
    private static let version = "2024-06-20"

    /// The first version that reports which invoice a payment settled.
    private static let invoicePayments = "2025-03-31.basil"

    enum Problem: Error {
        case refused(status: Int, why: String)
        /// A sum that can't be paid there exactly.
        case inexact
        /// An address to which no buyer may be sent.
        case strange
    }

    let base: String

    /// Returns the address of the provider's page. Two requests for the same checkout return the same address.
    func begin(_ checkout: Checkout, name: String, trialDays: Int, page: String, secretKey: String) async throws
        -> String
    {
        guard let amount = CardMoney.write(checkout.price) else { throw Problem.inexact }
        var form: [(String, String)] = [
            ("mode", checkout.period == .once ? "payment" : "subscription"), ("success_url", page),
            ("cancel_url", page),
            ("client_reference_id", checkout.user.description), ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", checkout.price.currency.code.lowercased()),
            ("line_items[0][price_data][unit_amount]", String(amount)),
            ("line_items[0][price_data][product_data][name]", name),
        ]
        let metadata = [
            ("roost_tenant", checkout.tenant.description), ("roost_user", checkout.user.description),
            ("roost_plan", checkout.plan),
            ("roost_version", String(checkout.version)), ("roost_period", checkout.period.rawValue),
            ("roost_checkout", checkout.id.description),
        ]
        form += metadata.map { ("metadata[\($0)]", $1) }
        if let (interval, count) = Self.interval(checkout.period) {
            form += [
                ("line_items[0][price_data][recurring][interval]", interval),
                ("line_items[0][price_data][recurring][interval_count]", String(count)),
            ]
            form += metadata.map { ("subscription_data[metadata][\($0)]", $1) }
            if trialDays > 0 { form.append(("subscription_data[trial_period_days]", String(trialDays))) }
        } else {
            form += metadata.map { ("payment_intent_data[metadata][\($0)]", $1) }
        }
        let (status, body) = try await OutboundHTTP.send(
            "\(base)/v1/checkout/sessions", method: "POST",
            headers: [
                ("authorization", "Bearer \(secretKey)"), ("stripe-version", Self.version),
                ("idempotency-key", "roost-\(checkout.id)"),
            ], form: form)
        let answer = try? JSONReader.read(body)
        guard status == 200, let url = answer?["url"]?.text else {
            throw Problem.refused(status: status, why: answer?["error"]?["code"]?.text ?? "")
        }
        guard OutboundHTTP.isAllowed(url), url.hasPrefix("https://") || base.hasPrefix("http://") else {
            throw Problem.strange
        }
        return url
    }

    /// Returns the invoice that a payment settled; nil if it settled none, or the provider is not reachable now: then
    /// its event is listed as unmatched until another event names the invoice.
    func invoice(of payment: String, secretKey: String) async -> String? {
        let query = Query(
            [("payment[type]", "payment_intent"), ("payment[payment_intent]", payment)].map { (name: $0, value: $1) })
        let answer = try? await OutboundHTTP.send(
            "\(base)/v1/invoice_payments?\(String(decoding: query.urlEncoded, as: UTF8.self))",
            headers: [("authorization", "Bearer \(secretKey)"), ("stripe-version", Self.invoicePayments)])
        guard let answer, answer.status == 200, let list = try? ProviderObject(answer.body) else { return nil }
        return list["data"]?.first?["invoice"]?.id
    }

    /// Refunds a part of a charge, of which `names` are all known names. Two requests for one refund give the money
    /// back once: the provider knows the idempotency key for a day, and after that the refund is in the charge's list
    /// of refunds.
    func refund(_ id: ID, names: [String], _ amount: Money, secretKey: String) async throws -> ProviderAnswer {
        guard let sum = CardMoney.write(amount) else { return .refused("inexact") }
        guard let charge = try await charge(names, secretKey: secretKey) else { return .refused("unknown_charge") }
        if let earlier = try await earlier(id, of: charge, secretKey: secretKey) { return earlier }
        let (status, body) = try await OutboundHTTP.send(
            "\(base)/v1/refunds", method: "POST",
            headers: headers(secretKey) + [("idempotency-key", "roost-refund-\(id)")],
            form: [
                (charge.hasPrefix("pi_") ? "payment_intent" : "charge", charge), ("amount", String(sum)),
                ("metadata[roost_refund]", id.description),
            ])
        let answer = try? JSONReader.read(body)
        if status == 200, let answer, let known = Self.answer(ProviderObject(answer)) { return known }
        return try refusal(status, answer)
    }

    /// Returns the result of an earlier request for the refund, however long ago; nil if it was not requested yet.
    private func earlier(_ id: ID, of charge: String, secretKey: String) async throws -> ProviderAnswer? {
        let kind = charge.hasPrefix("pi_") ? "payment_intent" : "charge"
        let query = Query([(name: kind, value: charge), (name: "limit", value: "100")])
        let (status, body) = try await OutboundHTTP.send(
            "\(base)/v1/refunds?\(String(decoding: query.urlEncoded, as: UTF8.self))", headers: headers(secretKey))
        guard status == 200, let list = try? ProviderObject(body) else {
            // A charge that the provider doesn't know has no refunds; the request to refund it is refused with that
            // reason.
            if [400, 403, 404].contains(status) { return nil }
            throw Problem.refused(status: status, why: "")
        }
        let known = list["data"]?.elements ?? []
        return known.first { $0["metadata"]?["roost_refund"]?.text == id.description }.flatMap { Self.answer($0) }
    }

    /// The refund may have failed at the bank already.
    private static func answer(_ refund: ProviderObject) -> ProviderAnswer? {
        guard let name = refund["id"]?.text else { return nil }
        guard let status = refund["status"]?.text, ["failed", "canceled"].contains(status) else {
            return .accepted(name)
        }
        return .refused(status)
    }

    /// Ends a subscription at once, or one item of it (`sub_…/si_…`); one that has ended already counts as success.
    func end(_ subscription: String, secretKey: String) async throws -> ProviderAnswer {
        let path: Link =
            if let item = subscription.split(separator: "/").dropFirst().first {
                "/v1/subscription_items/\(String(item))"
            } else { "/v1/subscriptions/\(subscription)" }
        let (status, body) = try await OutboundHTTP.send(
            "\(base)\(path)", method: "DELETE", headers: headers(secretKey))
        if status == 200 || status == 404 { return .accepted(subscription) }
        return try refusal(status, try? JSONReader.read(body))
    }

    /// Returns a name by which a charge can be refunded: the payment's own, or that of the payment that settled an
    /// invoice.
    private func charge(_ names: [String], secretKey: String) async throws -> String? {
        if let known = names.first(where: { $0.hasPrefix("pi_") || $0.hasPrefix("ch_") }) { return known }
        guard let invoice = names.first(where: { $0.hasPrefix("in_") }) else { return nil }
        let (status, body) = try await OutboundHTTP.send("\(base)/v1/invoices/\(invoice)", headers: headers(secretKey))
        guard status == 200, let found = try? ProviderObject(body) else {
            if status == 404 { return nil }
            throw Problem.refused(status: status, why: "")
        }
        return found["payment_intent"]?.id ?? found["charge"]?.id
    }

    private func headers(_ secretKey: String) -> [(String, String)] {
        [("authorization", "Bearer \(secretKey)"), ("stripe-version", Self.version)]
    }

    /// A refusal is a result; every other error is retried.
    private func refusal(_ status: Int, _ answer: JSONText?) throws -> ProviderAnswer {
        let why = answer?["error"]?["code"]?.text ?? ""
        guard [400, 402, 403, 404].contains(status) else { throw Problem.refused(status: status, why: why) }
        return .refused(why.isEmpty ? "http_\(status)" : why)
    }

    private static func interval(_ period: BillingPeriod) -> (String, Int)? {
        switch period {
        case .week: ("week", 1)
        case .month: ("month", 1)
        case .quarter: ("month", 3)
        case .year: ("year", 1)
        case .once: nil
        }
    }
}
