import Console
import Crypto
import HTTPTypes
import JSON
import Postgres
import Secrets

/// Stripe's events, in every version of its API since 2022-11-15: a member that a version has moved is looked up in
/// each of its places. Sources: Stripe's changelog (2025-03-31 “basil” removed `payment_intent`, `charge`, `tax` and
/// `subscription` from invoices, `invoice` from charges, and moved the period to the items), and the types of
/// stripe-python 16.
enum CardEvents {
    /// Seconds. A signature that is older, or further in the future, may be a replay of a captured one.
    private static let tolerance: Int64 = 300

    static func read(_ call: ProviderHook.Call, _ services: Services) async throws -> [ProviderEvent] {
        let header = call.request.headers[values: .stripeSignature].joined(separator: ",")
        guard
            isSigned(
                call.request.body, by: header, secret: call.settings["signing_secret"], now: call.request.now.seconds)
        else {
            throw ProviderHook.Problem.untrusted
        }
        var events = try parse(call.request.body, tenant: call.tenant.id)
        guard var event = events.popLast() else { return [] }
        // Since 2025-03-31 a charge no longer names its invoice. If the account does not send `invoice_payment.paid`,
        // the provider is asked for the invoice.
        if event.name == nil, event.awaits.hasPrefix("pi_"),
            let invoice = try await services.providers.card.invoice(
                of: event.awaits, secretKey: call.settings["secret_key"])
        {
            event.name = ChargeName(name: event.awaits, reference: invoice)
        }
        return events + [event]
    }

    /// Parses the event in a body whose signature was checked. An event about several items becomes one for each of them; the
    /// last one has the event's own name.
    static func parse(_ body: [UInt8], tenant: ID) throws -> [ProviderEvent] {
        guard let read = try? ProviderObject(body), let id = read["id"]?.text, !id.isEmpty, id.columnLength <= 255,
            let kind = read["type"]?.text, let created = read["created"]?.int, let object = read["data"]?["object"]
        else { throw ProviderHook.Problem.malformed }
        var event = ProviderEvent(event: id, kind: kind, at: Timestamp(seconds: created))
        // Without the member the event counts as live: services that only speak the protocol leave it out.
        event.isTest = read["livemode"].map { $0.value == .bool(false) } ?? false
        let card = CardObject(object: object, tenant: tenant, kind: kind)
        let before = read["data"]?["previous_attributes"].map { object.overlaid(with: $0) }
        card.fill(&event, before: before)
        return card.others(than: event, before: before) + [event]
    }

    /// `t=1492774577,v1=…,v1=…`: an HMAC over the time, a full stop and the raw body. While a secret is being changed
    /// there are two.
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

extension Timestamp {
    init(seconds: Int) {
        self.init(microseconds: Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000).partialValue)
    }
}

extension HTTPField.Name {
    static let stripeSignature = HTTPField.Name("Stripe-Signature")!
}
