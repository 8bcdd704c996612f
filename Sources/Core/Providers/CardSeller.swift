import Console
import JSON
import Postgres
import Web

/// Begins a purchase where cards are taken, by Stripe's protocol: a page of theirs, to which the buyer is sent.
struct CardSeller: Sendable {
    /// The version that our questions and answers are written in.
    private static let version = "2024-06-20"

    /// The first that can be asked which invoice a payment settled.
    private static let invoicePayments = "2025-03-31.basil"

    enum Problem: Error {
        case refused(status: Int, why: String)
        /// A sum that can't be paid there exactly.
        case inexact
        /// An address that no buyer should be sent to.
        case strange
    }

    let base: String

    /// The address of their page. Asked twice about one checkout, they give the same one.
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

    /// The invoice that a payment settled; nil for one that settled none, or that can't be asked about now: its event then waits in
    /// view for one that names it.
    func invoice(of payment: String, secretKey: String) async -> String? {
        let query = Query(
            [("payment[type]", "payment_intent"), ("payment[payment_intent]", payment)].map { (name: $0, value: $1) })
        let answer = try? await OutboundHTTP.send(
            "\(base)/v1/invoice_payments?\(String(decoding: query.urlEncoded, as: UTF8.self))",
            headers: [("authorization", "Bearer \(secretKey)"), ("stripe-version", Self.invoicePayments)])
        guard let answer, answer.status == 200, let list = try? ProviderObject(answer.body) else { return nil }
        return list["data"]?.first?["invoice"]?.id
    }

    /// Gives back so much of a charge, of which `names` are all that are known. Asked twice about one refund, they give it back once: for
    /// a day they know its key, and after that it is among the charge's refunds.
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

    /// What an earlier question about the refund led to, however long ago; nil: it was not asked for yet.
    private func earlier(_ id: ID, of charge: String, secretKey: String) async throws -> ProviderAnswer? {
        let kind = charge.hasPrefix("pi_") ? "payment_intent" : "charge"
        let query = Query([(name: kind, value: charge), (name: "limit", value: "100")])
        let (status, body) = try await OutboundHTTP.send(
            "\(base)/v1/refunds?\(String(decoding: query.urlEncoded, as: UTF8.self))", headers: headers(secretKey))
        guard status == 200, let list = try? ProviderObject(body) else {
            // A charge that they don't know has none, and they say so when it is to be given back.
            if [400, 403, 404].contains(status) { return nil }
            throw Problem.refused(status: status, why: "")
        }
        let known = list["data"]?.elements ?? []
        return known.first { $0["metadata"]?["roost_refund"]?.text == id.description }.flatMap { Self.answer($0) }
    }

    /// It may have failed at the bank already.
    private static func answer(_ refund: ProviderObject) -> ProviderAnswer? {
        guard let name = refund["id"]?.text else { return nil }
        guard let status = refund["status"]?.text, ["failed", "canceled"].contains(status) else {
            return .accepted(name)
        }
        return .refused(status)
    }

    /// Ends a subscription at once; one that is over already is as wanted.
    func end(_ subscription: String, secretKey: String) async throws -> ProviderAnswer {
        let (status, body) = try await OutboundHTTP.send(
            "\(base)/v1/subscriptions/\(subscription)", method: "DELETE", headers: headers(secretKey))
        if status == 200 || status == 404 { return .accepted(subscription) }
        return try refusal(status, try? JSONReader.read(body))
    }

    /// A name by which a charge can be given back: the payment's own, or that of the payment that settled an invoice.
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

    /// A no is an answer; all else is asked again.
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
