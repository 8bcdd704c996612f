import Console
import HTML
import Postgres
import Templates
import Web

/// What the sandbox tells: made here, heard as the news of any other.
struct SandboxEvents {
    let now: Timestamp

    /// What somebody who tries things out can let happen to a subscription.
    enum Simulation: String, CaseIterable, Sendable {
        case renewed, failed, cancelled, refunded

        var label: StringKey {
            switch self {
            case .renewed: Strings.sandbox_renewed
            case .failed: Strings.sandbox_failed
            case .cancelled: Strings.sandbox_cancelled
            case .refunded: Strings.sandbox_refunded
            }
        }
    }

    func bought(_ checkout: Checkout) -> ProviderEvent {
        var news = ProviderEvent(event: "sandbox-\(checkout.id)", kind: "bought", at: now)
        let isTrial = checkout.trialDays > 0
        let reference = "sandbox-\(checkout.id)"
        news.subscription = .init(
            reference: reference, user: checkout.user, sold: .plan(checkout.plan, version: checkout.version),
            state: isTrial ? .trial : .active,
            period: checkout.period, price: checkout.price,
            endsAt: isTrial
                ? now.adding(seconds: Int64(checkout.trialDays) * 86400) : Self.end(of: checkout.period, from: now))
        if !isTrial { news.payment = paid(reference, checkout.price) }
        news.checkout = checkout.id
        return news
    }

    func simulated(_ turn: Simulation, _ held: Subscription, reference: String, lastPayment: String?) -> ProviderEvent {
        var news = ProviderEvent(event: "sandbox-\(ID.make(at: now))", kind: turn.rawValue, at: now)
        var reported = ProviderEvent.SubscriptionSnapshot(
            reference: reference, user: held.user, sold: .plan(held.key, version: held.version), state: .active,
            period: held.period,
            price: held.price, endsAt: held.endsAt)
        switch turn {
        case .renewed:
            reported.endsAt = Self.end(of: held.period, from: max(held.endsAt ?? now, now))
            news.payment = paid(reference, held.price)
        case .failed: reported.state = .pastDue
        case .cancelled: reported.state = .cancelled
        case .refunded:
            if let lastPayment { news.refund = .init(payment: lastPayment, total: nil, isRevoked: true) }
            return news
        }
        news.subscription = reported
        return news
    }

    private func paid(_ subscription: String, _ price: Money) -> ProviderEvent.Charge {
        .init(reference: "sandbox-\(ID.make(at: now))", subscription: subscription, amount: price, tax: 0, country: "")
    }

    private static func end(of period: BillingPeriod, from start: Timestamp) -> Timestamp? {
        let days: Int64? =
            switch period {
            case .week: 7
            case .month: 30
            case .quarter: 91
            case .year: 365
            case .once: nil
            }
        return days.map { start.adding(seconds: $0 * 86400) }
    }
}

/// Lets something happen to a subscription of the sandbox.
struct SimulateProviderEvent: Changing {
    let user: ID
    let subscription: ID?
    let turn: SandboxEvents.Simulation?

    init(_ request: WebRequest) throws {
        user = try request.id("user")
        subscription = request.form["subscription"].flatMap { ID($0) }
        turn = request.form["turn"].flatMap { SandboxEvents.Simulation(rawValue: $0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let turn else {
            let maker = SubscriptionPageMaker(user: user, errors: ["sandbox-turn": LocalText(Strings.error_choice)])
            throw Refusal.form(try maker.page(in: tx, by: actor, services))
        }
        guard try tx.first(UserQueries.lock(user)) != nil, let subscription,
            let row = try tx.first(SubscriptionQueries.one(subscription))
        else { throw Refusal.notFound }
        let held = try Subscription(row)
        guard held.provider == Provider.sandbox.rawValue, held.user == user, !held.reference.isEmpty else {
            throw Refusal.notFound
        }
        let last = try tx.first(PaymentQueries.last(of: held.id, zone: "UTC")).map { try Payment($0) }
        let news = SandboxEvents(now: actor.now).simulated(
            turn, held, reference: held.reference, lastPayment: last?.reference)
        try ReceiveProviderEvent(provider: .sandbox, services: services, now: actor.now).receive(
            news, by: actor, in: tx)
        return Change(
            AuditEvent(
                .sandboxTurned, on: .user, user,
                changes: [.init("event", new: turn.rawValue), .init("plan", new: held.key)]),
            next: .to(SubscriptionPageMaker.link(user, actor), flash: Strings.sandbox_was_turned))
    }
}
