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
