import Console
import JSON
import JWS
import Postgres

/// App Store Server Notifications, version 2: signed by Apple's own chain, each with
/// the transaction and how it goes on.
enum AppStoreEvents {
    static func read(_ call: ProviderHook.Call, _ services: Services) async throws -> [ProviderEvent] {
        guard let signed = (try? JSONReader.read(call.request.body))?["signedPayload"]?.text else {
            throw ProviderHook.Problem.malformed
        }
        let payload = try await open(signed, services)
        guard let id = payload["notificationUUID"]?.text, !id.isEmpty, id.columnLength <= 255,
            let type = payload["notificationType"]?.text,
            let signedAt = payload["signedDate"]?.int
        else { throw ProviderHook.Problem.malformed }
        var news = ProviderEvent(
            event: id, kind: [type, payload["subtype"]?.text].compactMap { $0 }.joined(separator: " "),
            at: Timestamp(milliseconds: signedAt))
        guard let data = payload["data"], let signedTransaction = data["signedTransactionInfo"]?.text else {
            return [news]
        }
        // A notification of another app of the same company is none of this tenant's.
        guard data["bundleId"]?.text == call.settings["bundle"] else { throw ProviderHook.Problem.untrusted }
        let transaction = try await open(signedTransaction, services)
        let renewal: JSONText? =
            if let text = data["signedRenewalInfo"]?.text { try await open(text, services) } else { nil }
        AppStoreEvent(type: type, status: data["status"]?.int, transaction: transaction, renewal: renewal).fill(&news)
        return [news]
    }

    private static func open(_ signed: String, _ services: Services) async throws -> JSONText {
        let bytes: [UInt8]
        do { bytes = try await services.providers.appStore.payload(of: signed) } catch {
            throw ProviderHook.Problem.untrusted
        }
        guard let value = try? JSONReader.read(bytes) else { throw ProviderHook.Problem.malformed }
        return value
    }
}

private struct AppStoreEvent {
    let type: String
    let status: Int?
    let transaction: JSONText
    let renewal: JSONText?

    /// With these money came.
    private static let paid: Set<String> = ["SUBSCRIBED", "DID_RENEW", "OFFER_REDEEMED", "ONE_TIME_CHARGE"]

    func fill(_ news: inout ProviderEvent) {
        guard let reference = transaction["originalTransactionId"]?.text, let product = transaction["productId"]?.text,
            let payment = transaction["transactionId"]?.text
        else { return }
        let price = price
        if let price {
            news.subscription = .init(
                reference: reference, user: transaction["appAccountToken"]?.text.flatMap { ID($0) },
                sold: .product(product), state: state,
                price: price, endsAt: transaction["expiresDate"]?.int.map { Timestamp(milliseconds: $0) })
        }
        if Self.paid.contains(type), !isTrial, let price {
            news.payment = .init(reference: payment, subscription: reference, amount: price, tax: 0, country: "")
        }
        if type == "REFUND" { news.refund = .init(payment: payment, total: nil, isRevoked: true) }
    }

    private var isTrial: Bool { transaction["offerDiscountType"]?.text == "FREE_TRIAL" }

    /// Source of the numbers: Apple, “status” of App Store Server Notifications.
    private var state: SubscriptionState {
        if transaction["revocationDate"]?.int != nil { return .refunded }
        switch status {
        case 2: return .expired
        case 3, 4: return .pastDue
        case 5: return .refunded
        default: break
        }
        if renewal?["autoRenewStatus"]?.int == 0 { return .cancelled }
        return isTrial ? .trial : .active
    }

    /// In thousandths of the currency.
    private var price: Money? {
        guard let currency = Currency(transaction["currency"]?.text ?? ""), let thousandths = transaction["price"]?.int,
            (0...Money.most).contains(thousandths)
        else { return nil }
        return Money((thousandths * currency.scale + 500) / 1000, currency)
    }
}

extension Timestamp {
    init(milliseconds: Int) {
        self.init(microseconds: Int64(clamping: milliseconds).multipliedReportingOverflow(by: 1000).partialValue)
    }
}
