import Console
import HTML
import Postgres
import Templates
import Web

/// Requests a refund from the provider, with retries until it responds. The refund's id prevents a second refund, even
/// if an admin retries the job much later. The provider's own event books the refund, as for every refund.
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
        if let order = try await order(services), order.refund.state.isOpen {
            try await note(try await refund(order, services), services)
        }
        // Each step is separate: if one fails, or the refund's event arrives first, the next steps still run.
        if let order = try await order(services), order.refund.isAccepted, order.refund.ending.isOpen {
            try await noteEnding(try await end(order, services), services)
        }
        if let order = try await order(services), order.refund.state == .sent,
            order.refund.provider == Provider.googlePlay.rawValue
        {
            try await book(order, services)
        }
    }

    private func order(_ services: Services) async throws -> Order? {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant, .readOnly) { tx in try read(in: tx, services) }
        }
    }

    private func read(in tx: borrowing TenantTransaction, _ services: Services) throws -> Order? {
        guard let row = try tx.first(RefundQueries.one(id)) else { return nil }
        let refund = try Refund(row)
        guard let provider = Provider(rawValue: refund.provider),
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

    // MARK: The refund

    private func refund(_ order: Order, _ services: Services) async throws -> ProviderAnswer {
        guard let settings = order.settings, settings.isWhole else { return .refused(Refund.notSetUp) }
        switch settings.provider {
        case .card:
            return try await services.providers.card.refund(
                order.refund.id, names: order.names, order.refund.amount, secretKey: settings["secret_key"])
        case .googlePlay:
            return try await services.providers.googlePlay.refund(
                order.payment.reference, revokes: order.refund.endsSubscription, settings, of: tenant, now: .now)
        case .sandbox, .appStore: return .refused("not_asked")
        }
    }

    private func note(_ answer: ProviderAnswer, _ services: Services) async throws {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                let now = Timestamp.now
                let (state, text): (Refund.State, String) =
                    switch answer {
                    case .accepted(let name): (.sent, name)
                    case .refused(let why): (.failed, why)
                    }
                guard try tx.execute(RefundQueries.answered(id, state, text, now: now)) == 1,
                    let row = try tx.first(RefundQueries.one(id))
                else { return }
                let refund = try Refund(row)
                if state == .failed { try tx.execute(RefundQueries.ended(id, .none, "", now: now)) }
                // The refund's event may have arrived before this response.
                try tx.execute(RefundQueries.confirm(of: refund.payment, now: now))
                try services.trail.append(
                    refund.event(state == .sent ? .refundSent : .refundFailed, text), by: .system(now: now), in: tx)
            }
        }
    }

    /// Google sends an event for a refund that revokes the purchase, and may send none for others: the order shows
    /// them. The event or the order books it, whichever comes first.
    private func book(_ order: Order, _ services: Services) async throws {
        guard let settings = order.settings, settings.isWhole else { return }
        let (now, name) = (Timestamp.now, order.payment.reference)
        let found = try await services.providers.googlePlay.order(name, settings, of: tenant, now: now)
        // If the account may not see orders, Google's acceptance of the whole refund must suffice.
        if let found, !GooglePurchase.isRefunded(found) {
            throw ProviderHook.Problem.unreachable("Google Play has not refunded the order yet")
        }
        let event = ProviderEvent(
            event: "roost_refund \(id)", kind: "refund", at: found.flatMap { GooglePurchase.refundedAt($0) } ?? now,
            isTest: order.payment.isTest,
            refund: RefundFacts(charge: name, effect: .total(nil), isRevoked: order.refund.endsSubscription))
        try await services.database.perform(.background) { connection in
            _ = try connection.inTenant(tenant) { tx in
                try ApplyProviderEvent(provider: .googlePlay, services: services, now: now)
                    .apply(event, by: .system(now: now), in: tx)
            }
        }
    }

    // MARK: The subscription

    private func end(_ order: Order, _ services: Services) async throws -> ProviderAnswer {
        guard let settings = order.settings, settings.isWhole else { return .refused(Refund.notSetUp) }
        guard let subscription = order.subscription, subscription.hasPrefix("sub_") else {
            return .refused("no_subscription")
        }
        return try await services.providers.card.end(subscription, secretKey: settings["secret_key"])
    }

    private func noteEnding(_ answer: ProviderAnswer, _ services: Services) async throws {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                switch answer {
                case .accepted: try tx.execute(RefundQueries.ended(id, .done, "", now: .now))
                case .refused(let why): try keepSubscription(.failed, why, in: tx, services)
                }
            }
        }
    }

    private func keepSubscription(
        _ ending: Refund.Ending, _ why: String, in tx: borrowing TenantTransaction, _ services: Services
    ) throws {
        let now = Timestamp.now
        guard try tx.execute(RefundQueries.ended(id, ending, why, now: now)) == 1,
            let row = try tx.first(RefundQueries.one(id))
        else { return }
        try services.trail.append(
            try Refund(row).event(.refundKeptSubscription, why), by: .system(now: now), in: tx)
    }

    /// The job is not retried any more. The result is unknown: the provider may have refunded the money, so it can't be
    /// requested again.
    func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {
        let now = Timestamp.now
        if try tx.execute(RefundQueries.answered(id, .unknown, Self.unreachable, now: now)) == 1,
            let row = try tx.first(RefundQueries.one(id))
        {
            try services.trail.append(
                try Refund(row).event(.refundUnknown, Self.unreachable), by: .system(now: now), in: tx)
        }
        try keepSubscription(.unknown, Self.unreachable, in: tx, services)
    }

    private static let unreachable = "unreachable"
}

/// A provider's response to a refund.
enum ProviderAnswer: Sendable {
    /// With the provider's name of it.
    case accepted(String)
    /// With the provider's own reason.
    case refused(String)
}
