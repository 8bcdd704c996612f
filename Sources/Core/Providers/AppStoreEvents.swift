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
        // Transactions of before 2023 have neither currency nor price.
        let currency = Currency(transaction["currency"]?.text ?? "")
        let price = currency.flatMap { self.price($0) }
        event.subscription = SubscriptionFacts(
            reference: reference, user: transaction["appAccountToken"]?.text.flatMap { ID($0) },
            sold: .product(product), state: state, price: price, endsAt: endsAt, isInTrial: isTrial)
        // The app transaction id is unique for each store account and app. Before iOS 15 and in older notifications it
        // is missing, so the first purchase replaces it.
        event.payer = transaction["appTransactionId"]?.text ?? reference
        event.method = event.payer
        // Each notification contains the whole transaction, so a charge whose own notification was lost is booked too.
        if !isTrial, isBuyers {
            let at = transaction["purchaseDate"]?.int.map { Timestamp(milliseconds: $0) }
            if let price {
                event.charge =
                    price.minor == 0
                    ? nil
                    : ChargeFacts(
                        reference: charge, subscription: reference, amount: price, tax: 0, country: "", at: at)
            } else {
                event.lacks(
                    .charge(subscription: reference, country: "", at: at), of: charge,
                    currency == nil ? .currency : .amount)
            }
        }
        // A refund in full needs no sum. Source: Apple, `revocationPercentage`, in thousandths of a percent; older
        // notifications lack it.
        let share = transaction["revocationPercentage"]?.int.flatMap { (0..<100_000).contains($0) ? $0 : nil }
        switch type {
        case "REFUND":
            event.refund = RefundFacts(
                charge: charge, effect: share.map { .share($0) } ?? .total(nil), isRevoked: true)
        case "REFUND_REVERSED":
            event.refund = RefundFacts(charge: charge, effect: .reversed(nil, refund: charge), isRevoked: true)
        default: break
        }
    }

    private var isTrial: Bool { transaction["offerDiscountType"]?.text == "FREE_TRIAL" }

    /// A user who has it by family sharing has paid nothing.
    private var isBuyers: Bool { transaction["inAppOwnershipType"]?.text != "FAMILY_SHARED" }

    /// Source of the numbers: Apple, “status” of the App Store Server API. 3: the App Store tries to charge the buyer
    /// again, for up to 60 days, and no grace period is running. Apple, `notificationType` “DID_FAIL_TO_RENEW”: without
    /// the subtype `GRACE_PERIOD`, the service can be stopped. It returns with `DID_RENEW BILLING_RECOVERY`.
    private var state: SubscriptionState {
        if transaction["revocationDate"]?.int != nil { return .refunded }
        switch status {
        case 2, 3: return .expired
        case 4: return .pastDue
        case 5: return .refunded
        default: break
        }
        if renewal?["autoRenewStatus"]?.int == 0 { return .cancelled }
        return isTrial ? .trial : .active
    }

    /// During a grace period the buyer has the full service until its end. Source: Apple, `gracePeriodExpiresDate`.
    private var endsAt: Timestamp? {
        let end = (status == 4 ? renewal?["gracePeriodExpiresDate"]?.int : nil) ?? transaction["expiresDate"]?.int
        return end.map { Timestamp(milliseconds: $0) }
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
