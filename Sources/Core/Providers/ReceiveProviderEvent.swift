import Console
import Postgres
import Web

/// Makes what a provider told true here, in one transaction with its record and its events.
///
/// News may come twice, late and in any order. Twice: each event's name is kept for ever. In any order: news about a
/// subscription says how it stands, whole, and the newest counts; payments and refunds
/// add up to the same in every order.
struct ReceiveProviderEvent {
    let provider: Provider
    let services: Services
    let now: Timestamp

    /// Somebody who buys, held until the transaction's end.
    private struct Buyer {
        var id: ID
        var isThere: Bool
        var country: String
    }

    /// What was done, for the trail.
    private struct Done {
        var outcome = ProviderEventOutcome.nothing
        var user: ID?
        var events: [AuditEvent] = []

        mutating func add(_ action: AuditAction, _ user: ID, _ changes: [AuditEvent.Change]) {
            events.append(AuditEvent(action, on: .user, user, changes: changes.filter { $0.old != $0.new }))
            outcome = .applied
        }
    }

    @discardableResult
    func receive(_ news: ProviderEvent, by actor: Actor, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        let received = ID.make(at: now)
        guard try tx.first(ProviderQueries.receive(news, received, from: provider, tenant: tx.tenant, now: now)) != nil
        else {
            return .known
        }
        var done = Done()
        var missing: ProviderEventOutcome.Missing?
        if let held = news.subscription { missing = try settle(held, at: news.at, &done, in: tx) }
        if missing == nil, let paid = news.payment { missing = try book(paid, at: news.at, &done, in: tx) }
        if missing == nil, let refund = news.refund { missing = try giveBack(refund, at: news.at, &done, in: tx) }
        if missing == nil, let checkout = news.checkout {
            try tx.execute(CheckoutQueries.end(checkout, .paid, now: now))
        }
        let outcome = missing.map { .unmatched($0) } ?? done.outcome
        try tx.execute(ProviderQueries.note(received, outcome, user: done.user))
        try services.trail.append(done.events, by: actor, in: tx)
        return outcome
    }

    // MARK: Subscriptions

    private func settle(
        _ held: ProviderEvent.SubscriptionSnapshot, at: Timestamp, _ done: inout Done,
        in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard let buyer = try buyer(of: held.reference, otherwise: held.user, in: tx) else { return .user }
        done.user = buyer.id
        let found = try tx.first(SubscriptionQueries.byReference(held.reference, by: provider.rawValue))
        guard let row = found else { return try begin(held, at: at, buyer, &done, in: tx) }
        let stored = try Subscription(row)
        if held.isHint { return nil }
        if let reported = stored.reportedAt, reported > at { return nil }
        guard var sold = try plan(of: held, in: tx) else { return .plan }
        // Who has an older version of the plan keeps it.
        if sold.plan == stored.plan { sold.version = stored.version }
        let next = state(held)
        if !next.isOver { try replaceOthers(than: stored.id, of: buyer, &done, in: tx) }
        try tx.execute(SubscriptionQueries.update(stored.id, sold, held, next, at: at, now: now))
        try setPlan(of: buyer, sold.key, wasHeld: !stored.state.isOver, isHeld: !next.isOver, in: tx)
        let changes: [AuditEvent.Change] = [
            .init("subscription", old: stored.state.rawValue, new: next.rawValue),
            .init("plan", old: stored.key, new: sold.key),
            .init("until", old: stored.endsAt?.iso, new: held.endsAt?.iso),
            .init("price", old: stored.price.code, new: held.price.code),
        ]
        if changes.contains(where: { $0.old != $0.new }) {
            done.add(.subscriptionReported, buyer.id, changes + [source])
        }
        return nil
    }

    private func begin(
        _ held: ProviderEvent.SubscriptionSnapshot, at: Timestamp, _ buyer: Buyer, _ done: inout Done,
        in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard buyer.isThere else { return .user }
        guard let sold = try plan(of: held, in: tx) else { return .plan }
        let (id, next) = (ID.make(at: now), state(held))
        if !next.isOver { try replaceOthers(than: id, of: buyer, &done, in: tx) }
        try tx.execute(
            SubscriptionQueries.begin(
                id, tenant: tx.tenant, user: buyer.id, sold, held, next, provider: provider.rawValue, at: at, now: now))
        try setPlan(of: buyer, sold.key, wasHeld: false, isHeld: !next.isOver, in: tx)
        done.add(
            .subscriptionReported, buyer.id,
            [
                .init("subscription", new: next.rawValue), .init("plan", new: sold.key),
                .init("plan_version", new: String(sold.version)),
                .init("until", new: held.endsAt?.iso), .init("price", new: held.price.code), source,
            ])
        return nil
    }

    /// What a provider forgot to end is over here all the same.
    private func state(_ held: ProviderEvent.SubscriptionSnapshot) -> SubscriptionState {
        held.state == .cancelled && held.endsAt.map { $0 <= now } ?? true ? .expired : held.state
    }

    /// One at a time: what somebody had before ends with what they buy now.
    private func replaceOthers(than id: ID, of buyer: Buyer, _ done: inout Done, in tx: borrowing TenantTransaction)
        throws
    {
        guard let row = try tx.first(SubscriptionQueries.other(than: id, of: buyer.id)) else { return }
        let other = try Subscription(row)
        try tx.execute(SubscriptionQueries.step(other.id, .expired, endsAt: other.endsAt, now: now))
        done.add(
            .subscriptionReplaced, buyer.id,
            [
                .init("subscription", old: other.state.rawValue, new: SubscriptionState.expired.rawValue),
                .init("plan", old: other.key, new: nil),
            ])
    }

    /// What lists of users show.
    private func setPlan(
        of buyer: Buyer, _ key: String, wasHeld: Bool, isHeld: Bool, in tx: borrowing TenantTransaction
    ) throws {
        guard isHeld || wasHeld else { return }
        try tx.execute(SubscriptionQueries.setPlan(buyer.id, isHeld ? key : Subscription.noPlan))
    }

    private func buyer(of reference: String, otherwise user: ID?, in tx: borrowing TenantTransaction) throws -> Buyer? {
        let known = try tx.first(SubscriptionQueries.owner(of: reference, by: provider.rawValue))?.id("user_id")
        guard let user = known ?? user else { return nil }
        return try lock(user, in: tx)
    }

    /// The user is held first, here as everywhere, so that two about one user come one after another.
    private func lock(_ user: ID, in tx: borrowing TenantTransaction) throws -> Buyer? {
        guard let row = try tx.first(UserQueries.lock(user)) else { return nil }
        return Buyer(id: user, isThere: try row.text("status") != "deleted", country: try row.text("country"))
    }

    private func plan(of held: ProviderEvent.SubscriptionSnapshot, in tx: borrowing TenantTransaction) throws
        -> SoldPlan?
    {
        switch held.sold {
        case .plan(let key, let number):
            guard let period = held.period, let row = try tx.first(SubscriptionQueries.version(number, ofPlan: key))
            else { return nil }
            return SoldPlan(plan: try row.id("id"), key: key, version: number, period: period)
        case .product(let name):
            for row in try tx.rows(SubscriptionQueries.plans) {
                let products = Plan(Content(json: try row.text("content"))).products
                guard let product = products.first(where: { $0.store == provider && $0.name == name }) else { continue }
                return SoldPlan(
                    plan: try row.id("id"), key: try row.text("key"), version: try row.int("number"),
                    period: product.period)
            }
            return nil
        }
    }

    // MARK: Money

    private func book(
        _ paid: ProviderEvent.Charge, at: Timestamp, _ done: inout Done, in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard paid.amount.minor > 0 else { return nil }
        guard let buyer = try buyer(of: paid.subscription, otherwise: nil, in: tx),
            let row = try tx.first(SubscriptionQueries.byReference(paid.subscription, by: provider.rawValue))
        else { return .subscription }
        let subscription = try Subscription(row)
        done.user = buyer.id
        let added = try tx.first(
            PaymentQueries.add(
                .make(at: now), tenant: tx.tenant, subscription: subscription.id, paid,
                country: paid.country.isEmpty ? buyer.country : paid.country, provider: provider.rawValue, at: at))
        guard added != nil else { return nil }
        try tx.execute(SubscriptionQueries.notePayment(subscription.id, since: at, now: now))
        done.add(
            .paymentReceived, buyer.id,
            [
                .init("amount", new: paid.amount.code), .init("plan", new: subscription.key),
                .init("reference", new: paid.reference), source,
            ])
        for row in try tx.rows(ProviderQueries.awaiting(paid.reference, provider)) {
            let total = try row.intOrNil("refunded").map { Money($0, paid.amount.currency) }
            let refund = ProviderEvent.Refund(payment: paid.reference, total: total, isRevoked: total == nil)
            _ = try giveBack(refund, at: try row.time("at"), &done, in: tx)
            try tx.execute(ProviderQueries.note(try row.id("id"), .applied, user: buyer.id))
        }
        return nil
    }

    private func giveBack(
        _ refund: ProviderEvent.Refund, at: Timestamp, _ done: inout Done, in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard let owner = try tx.first(PaymentQueries.owner(of: refund.payment, by: provider.rawValue)) else {
            done.outcome = .waiting
            return nil
        }
        let user = try owner.id("user_id")
        _ = try lock(user, in: tx)
        done.user = user
        guard let row = try tx.first(PaymentQueries.one(try owner.id("id"), zone: "UTC")) else { return nil }
        let payment = try Payment(row)
        if let total = refund.total, total.currency != payment.amount.currency { return .currency }
        // Each says what was given back in all by then: what is known already is not given back again.
        let part = min((refund.total ?? payment.amount).minor, payment.amount.minor) - payment.refunded.minor
        if part > 0 {
            let amount = Money(part, payment.amount.currency)
            try tx.execute(
                PaymentQueries.addRefund(
                    .make(at: now), tenant: tx.tenant, of: payment.id, amount: part, tax: payment.tax(in: amount).minor,
                    now: max(at, payment.at)))
            done.add(
                .paymentReturned, user,
                [.init("amount", new: amount.code), .init("reference", new: refund.payment), source])
        }
        guard let bought = try owner.idOrNil("subscription_id"), let row = try tx.first(SubscriptionQueries.one(bought))
        else { return nil }
        try revoke(try Subscription(row), refund, at: at, isWhole: part >= payment.rest.minor, user, &done, in: tx)
        return nil
    }

    /// What was sold once goes with its money; what goes on, when the provider says so.
    private func revoke(
        _ stored: Subscription, _ refund: ProviderEvent.Refund, at: Timestamp, isWhole: Bool, _ user: ID,
        _ done: inout Done,
        in tx: borrowing TenantTransaction
    ) throws {
        guard refund.isRevoked || (isWhole && stored.period == .once), stored.reportedAt.map({ $0 <= at }) ?? true,
            let next = stored.state.after(.refunded)
        else { return }
        try tx.execute(SubscriptionQueries.step(stored.id, next, endsAt: stored.endsAt, reported: at, now: now))
        if !stored.state.isOver { try tx.execute(SubscriptionQueries.setPlan(user, Subscription.noPlan)) }
        done.add(
            .subscriptionReported, user,
            [
                .init("subscription", old: stored.state.rawValue, new: next.rawValue), .init("plan", new: stored.key),
                source,
            ])
    }

    private var source: AuditEvent.Change { .init("provider", new: provider.rawValue) }
}

extension Money {
    /// For the trail: `9.99 EUR`.
    var code: String { "\(text) \(currency.code)" }
}
