import Console
import HTML
import Postgres
import Templates
import Web

/// Asks the provider to give money back, again and again until it has answered. The refund's id keeps it from being given twice, also
/// long after, when somebody tries the job once more. What was given back is booked by the provider's own event, as every refund is.
struct SendRefund: RowJob {
    static let kind = "refund.send"
    static let label = Strings.jobs_refund

    let tenant: ID
    let id: ID

    private struct Order: Sendable {
        var refund: Refund
        var payment: Payment
        var names: [String]
        var subscription: String?
        var settings: ProviderSettings?
    }

    func run(_ job: ID, _ services: Services) async throws {
        let order: Order? = try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant, .readOnly) { tx in try read(in: tx, services) }
        }
        guard let order else { return }
        let answer = try await ask(order, services)
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                let now = Timestamp.now
                let (state, text): (Refund.State, String) =
                    switch answer {
                    case .accepted(let name): (.sent, name)
                    case .refused(let why): (.failed, why)
                    }
                guard try tx.execute(RefundQueries.answered(id, state, text, now: now)) == 1 else { return }
                // Its event may have come before its answer.
                try tx.execute(RefundQueries.confirm(of: order.payment.id, now: now))
                try services.trail.append(
                    order.refund.event(state == .sent ? .refundSent : .refundFailed, text), by: .system(now: now),
                    in: tx)
            }
        }
    }

    private func read(in tx: borrowing TenantTransaction, _ services: Services) throws -> Order? {
        guard let row = try tx.first(RefundQueries.one(id)) else { return nil }
        let refund = try Refund(row)
        guard refund.state.isOpen, let provider = Provider(rawValue: refund.provider),
            let paid = try tx.first(PaymentQueries.one(refund.payment, zone: "UTC")),
            let named = try tx.first(RefundQueries.names(of: refund.payment))
        else { return nil }
        return Order(
            refund: refund, payment: try Payment(paid), names: try named.texts("names"),
            subscription: try named.textOrNil("subscription"),
            settings: try tx.first(ProviderQueries.one(provider)).map {
                try ProviderSettings($0, tenant: tx.tenant, services.keys)
            })
    }

    private func ask(_ order: Order, _ services: Services) async throws -> ProviderAnswer {
        guard let settings = order.settings, settings.isWhole else { return .refused("not_set_up") }
        let ends = order.refund.endsSubscription
        switch settings.provider {
        case .card:
            let answer = try await services.providers.card.refund(
                order.refund.id, names: order.names, order.refund.amount, secretKey: settings["secret_key"])
            if ends, case .accepted = answer, let subscription = order.subscription, subscription.hasPrefix("sub_") {
                try await services.providers.card.end(subscription, secretKey: settings["secret_key"])
            }
            return answer
        case .googlePlay:
            return try await services.providers.googlePlay.refund(
                order.payment.reference, revokes: ends, settings, of: tenant, now: .now)
        case .sandbox, .appStore: return .refused("not_asked")
        }
    }

    /// Nobody asks any more. That is no answer: the provider may have given the money back, so it is not there to be asked for again.
    func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {
        let now = Timestamp.now
        guard try tx.execute(RefundQueries.answered(id, .unknown, "unreachable", now: now)) == 1,
            let row = try tx.first(RefundQueries.one(id))
        else { return }
        try services.trail.append(
            try Refund(row).event(.refundUnknown, "unreachable"), by: .system(now: now), in: tx)
    }
}

/// What a provider says to a refund.
enum ProviderAnswer: Sendable {
    /// With its own name of it.
    case accepted(String)
    /// With its own word for why.
    case refused(String)
}
