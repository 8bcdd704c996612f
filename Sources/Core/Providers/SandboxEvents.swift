import Console
import HTML
import Postgres
import Templates
import Web

/// The sandbox's events: made here, and applied like those of any other provider.
struct SandboxEvents {
    let now: Timestamp

    /// The events that an admin can simulate for a subscription.
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
        var event = event("sandbox-\(checkout.id)", "bought")
        let isTrial = checkout.trialDays > 0
        let reference = "sandbox-\(checkout.id)"
        event.subscription = SubscriptionFacts(
            reference: reference, user: checkout.user, sold: .plan(checkout.plan, version: checkout.version),
            state: isTrial ? .trial : .active, period: checkout.period, price: checkout.price,
            endsAt: isTrial
                ? now.adding(seconds: Int64(checkout.trialDays) * 86400) : Self.end(of: checkout.period, from: now))
        if !isTrial { event.charge = charge(reference, checkout.price) }
        event.checkout = checkout.id
        return event
    }

    func turned(_ turn: Simulation, _ held: Subscription, lastCharge: String?) -> ProviderEvent {
        var event = event("sandbox-\(ID.make(at: now))", turn.rawValue)
        var facts = SubscriptionFacts(
            reference: held.reference, user: held.user, sold: .plan(held.key, version: held.version), state: .active,
            period: held.period, price: held.price, endsAt: held.endsAt)
        switch turn {
        case .renewed:
            facts.endsAt = Self.end(of: held.period, from: max(held.endsAt ?? now, now))
            event.charge = charge(held.reference, held.price)
        case .failed: facts.state = .pastDue
        case .cancelled: facts.state = .cancelled
        case .refunded:
            event.refund = lastCharge.map { RefundFacts(charge: $0, effect: .total(nil), isRevoked: true) }
            return event
        }
        event.subscription = facts
        return event
    }

    /// A test event: no money moves.
    private func event(_ name: String, _ kind: String) -> ProviderEvent {
        ProviderEvent(event: name, kind: kind, at: now, isTest: true)
    }

    private func charge(_ subscription: String, _ price: Money) -> ChargeFacts {
        ChargeFacts(
            reference: "sandbox-\(ID.make(at: now))", subscription: subscription, amount: price, tax: 0, country: "")
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

/// Simulates an event of a sandbox subscription.
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
        let applying = ApplyProviderEvent(provider: .sandbox, services: services, now: actor.now)
        try applying.lock(in: tx)
        guard try tx.first(UserQueries.lock(user)) != nil, let subscription,
            let row = try tx.first(SubscriptionQueries.one(subscription))
        else { throw Refusal.notFound }
        let held = try Subscription(row)
        guard held.provider == Provider.sandbox.rawValue, held.user == user, !held.reference.isEmpty else {
            throw Refusal.notFound
        }
        let last = try tx.first(PaymentQueries.last(of: held.id, zone: "UTC")).map { try Payment($0) }
        try applying.apply(
            SandboxEvents(now: actor.now).turned(turn, held, lastCharge: last?.reference), by: actor, in: tx)
        return Change(
            AuditEvent(
                .sandboxTurned, on: .user, user,
                changes: [.init("event", new: turn.rawValue), .init("plan", new: held.key)]),
            next: .to(SubscriptionPageMaker.link(user, actor), flash: Strings.sandbox_was_turned))
    }
}
