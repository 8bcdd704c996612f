import Console
import JSON
import JWS
import Postgres

/// App Store Server Notifications, version 2: signed with Apple's certificate chain. Each contains the transaction and
/// its renewal state.
enum AppStoreEvents {
    static func read(_ call: ProviderHook.Call, _ services: Services) async throws -> [ProviderEvent] {
        guard let signed = (try? ProviderObject(call.request.body))?["signedPayload"]?.text else {
            throw ProviderHook.Problem.malformed
        }
        let payload = try await open(signed, services)
        guard let id = payload["notificationUUID"]?.text, !id.isEmpty, id.columnLength <= 255,
            let type = payload["notificationType"]?.text,
            let signedAt = payload["signedDate"]?.int
        else { throw ProviderHook.Problem.malformed }
        var event = ProviderEvent(
            event: id, kind: [type, payload["subtype"]?.text].compactMap { $0 }.joined(separator: " "),
            at: Timestamp(milliseconds: signedAt))
        guard let data = payload["data"], let signedTransaction = data["signedTransactionInfo"]?.text else {
            return [event]
        }
        // A notification for another app of the same company does not belong to this tenant.
        guard data["bundleId"]?.text == call.settings["bundle"] else { throw ProviderHook.Problem.untrusted }
        let transaction = try await open(signedTransaction, services)
        let renewal: ProviderObject? =
            if let text = data["signedRenewalInfo"]?.text { try await open(text, services) } else { nil }
        AppStoreTransaction(
            type: type, status: data["status"]?.int, environment: data["environment"]?.text, transaction: transaction,
            renewal: renewal
        ).fill(&event)
        return [event]
    }

    private static func open(_ signed: String, _ services: Services) async throws -> ProviderObject {
        let bytes: [UInt8]
        do { bytes = try await services.providers.appStore.payload(of: signed) } catch {
            throw ProviderHook.Problem.untrusted
        }
        guard let value = try? ProviderObject(bytes) else { throw ProviderHook.Problem.malformed }
        return value
    }
}

/// An App Store transaction from a notification, read into facts.
struct AppStoreTransaction {
    let type: String
    let status: Int?
    let environment: String?
    let transaction: ProviderObject
    let renewal: ProviderObject?

    func fill(_ event: inout ProviderEvent) {
        guard let reference = transaction["originalTransactionId"]?.text, let product = transaction["productId"]?.text,
            let charge = transaction["transactionId"]?.text
        else { return }
        // `Sandbox` includes TestFlight; `Xcode` and `LocalTesting` never leave a developer's machine.
        event.isTest = (transaction["environment"]?.text ?? environment ?? "Production") != "Production"
        guard let currency = Currency(transaction["currency"]?.text ?? "") else {
            event.fault = .currency
            return
        }
        guard let price = price(currency) else {
            event.fault = .amount
            return
        }
        event.subscription = SubscriptionFacts(
            reference: reference, user: transaction["appAccountToken"]?.text.flatMap { ID($0) },
            sold: .product(product), state: state, price: price,
            endsAt: transaction["expiresDate"]?.int.map { Timestamp(milliseconds: $0) }, isInTrial: isTrial)
        // The app transaction id is unique for each store account and app. Before iOS 15 and in older notifications it
        // is missing, so the first purchase replaces it.
        event.payer = transaction["appTransactionId"]?.text ?? reference
        event.method = event.payer
        // Each notification contains the whole transaction, so a charge whose own notification was lost is booked too.
        if !isTrial, isBuyers, price.minor > 0 {
            event.charge = ChargeFacts(
                reference: charge, subscription: reference, amount: price, tax: 0, country: "",
                at: transaction["purchaseDate"]?.int.map { Timestamp(milliseconds: $0) })
        }
        switch type {
        case "REFUND": event.refund = RefundFacts(charge: charge, effect: .total(nil), isRevoked: true)
        case "REFUND_REVERSED":
            event.refund = RefundFacts(charge: charge, effect: .reversed(nil, refund: charge), isRevoked: true)
        default: break
        }
    }

    private var isTrial: Bool { transaction["offerDiscountType"]?.text == "FREE_TRIAL" }

    /// A user who has it by family sharing has paid nothing.
    private var isBuyers: Bool { transaction["inAppOwnershipType"]?.text != "FAMILY_SHARED" }

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

    /// Apple gives the price in thousandths of the currency, for every currency.
    private func price(_ currency: Currency) -> Money? {
        guard let thousandths = transaction["price"]?.int, (0...Money.most).contains(thousandths) else { return nil }
        return Money((thousandths * currency.scale + 500) / 1000, currency)
    }
}

extension Timestamp {
    init(milliseconds: Int) {
        self.init(microseconds: Int64(clamping: milliseconds).multipliedReportingOverflow(by: 1000).partialValue)
    }
}
