import Console
import Postgres

/// Books charges, their refunds, and the reversals of refunds. All three only grow, up to the totals of the provider's
/// events, so the order of the events does not matter.
struct ChargeBooking {
    let provider: Provider
    let now: Timestamp

    /// Returns nil if it is booked, now or before.
    func book(
        _ charge: ChargeFacts, _ event: ProviderEvent, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard charge.amount.minor > 0 else { return nil }
        guard let row = try tx.first(SubscriptionQueries.byReference(charge.subscription, by: provider.rawValue)) else {
            return .subscription
        }
        let subscription = try Subscription(row)
        guard let buyer = try tx.first(UserQueries.lock(subscription.user)) else { return .user }
        done.user = subscription.user
        let at = charge.at ?? event.at
        let country = try charge.country.isEmpty ? buyer.text("country") : charge.country
        let added = try tx.first(
            PaymentQueries.add(
                .make(at: now), tenant: tx.tenant, subscription: subscription.id, charge, country: country,
                provider: provider.rawValue, isTest: event.isTest, at: at))
        if added != nil {
            try tx.execute(SubscriptionQueries.startRevenue(subscription.id, since: at, now: now))
            // Another event may lack this sum.
            done.references.insert(charge.subscription)
            done.add(
                .paymentReceived, subscription.user,
                [
                    .init("amount", new: charge.amount.code), .init("plan", new: subscription.key),
                    .init("reference", new: charge.reference), .init("provider", new: provider.rawValue),
                ])
        }
        _ = try refund(charge.reference, &done, in: tx)
        return nil
    }

    /// Adds another name of a charge, under which it may have been refunded already.
    func name(_ name: ChargeName, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction) throws {
        guard name.name != name.reference else { return }
        try tx.execute(ProviderEventQueries.addName(name, provider, tenant: tx.tenant))
        _ = try refund(name.reference, &done, in: tx)
    }

    /// Books the refunds and reversals of a charge that are not booked yet. `charge` is any of its names.
    func refund(_ charge: String, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        guard let owner = try tx.first(PaymentQueries.charge(named: charge, by: provider.rawValue)) else {
            return .waiting
        }
        let (id, user) = (try owner.id("id"), try owner.id("user_id"))
        let reports = Array(try tx.rows(ProviderEventQueries.refunds(of: try owner.text("reference"), provider)))
        guard !reports.isEmpty, try tx.first(UserQueries.lock(user)) != nil,
            let row = try tx.first(PaymentQueries.one(id, zone: "UTC"))
        else { return .nothing }
        done.user = user
        let payment = try Payment(row)
        let refunds = try reports.map { row in
            (at: try row.time("at"), facts: try ProviderEvent(row)?.refund ?? Self.older(row, payment.amount.currency))
        }
        guard let sum = RefundSum(refunds, of: payment.amount) else { return .unmatched(.currency) }
        try settle(sum, payment, user, &done, in: tx)
        for row in reports where try row.text("outcome") == "waiting" {
            try tx.execute(ProviderEventQueries.note(try row.id("id"), .applied, user: user, now: now))
        }
        try revoke(sum, try owner.idOrNil("subscription_id"), &done, in: tx)
        return done.outcome
    }

    /// The facts of an event that was stored before facts were: the sum refunded by then; if there is none, all of it.
    private static func older(_ row: Row, _ currency: Currency) throws -> RefundFacts {
        let total = try row.intOrNil("refunded").map { Money($0, currency) }
        return RefundFacts(charge: try row.text("awaits"), effect: .total(total), isRevoked: total == nil)
    }

    /// Adds the missing refunds and reversals. A refund can't exceed the payment, nor a reversal the refunds: late
    /// events may require both in turn.
    private func settle(
        _ sum: RefundSum, _ payment: Payment, _ user: ID, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws {
        var payment = payment
        while true {
            let back = min(sum.reversed - payment.reversed.minor, payment.refunded.minor)
            let refund = min(sum.refunded - payment.grossRefunded.minor, payment.rest.minor)
            guard back > 0 || refund > 0 else { return }
            try add(
                back > 0 ? back : refund, of: payment, at: back > 0 ? sum.reversedAt : sum.refundedAt,
                isReversal: back > 0,
                user, &done, in: tx)
            guard let row = try tx.first(PaymentQueries.one(payment.id, zone: "UTC")) else { return }
            payment = try Payment(row)
        }
    }

    private func add(
        _ part: Int, of payment: Payment, at: Timestamp?, isReversal: Bool, _ user: ID,
        _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        let amount = Money(part, payment.amount.currency)
        let tax = isReversal ? payment.taxReversed(in: amount) : payment.tax(in: amount)
        try tx.execute(
            PaymentQueries.addRefund(
                .make(at: now), tenant: tx.tenant, of: payment.id, amount: part, tax: tax.minor, isReversal: isReversal,
                now: max(at ?? now, payment.at)))
        if !isReversal { try tx.execute(RefundQueries.confirm(of: payment.id, now: now)) }
        done.add(
            isReversal ? .refundReversed : .paymentReturned, user,
            [
                .init("amount", new: amount.code), .init("reference", new: payment.reference),
                .init("provider", new: provider.rawValue),
            ])
    }

    /// A refund ends an item that is sold once; it ends a renewed subscription only if the provider says so. A reversal
    /// restores both.
    private func revoke(
        _ sum: RefundSum, _ bought: ID?, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        guard let bought, let row = try tx.first(SubscriptionQueries.one(bought)) else { return }
        var stored = try Subscription(row)
        let at = sum.revokedAt ?? (stored.period == .once && sum.isWhole ? sum.refundedAt : nil)
        guard at != stored.refundedAt else { return }
        // A refund of an older charge must not clear the refund of a newer one of the same subscription.
        if at == nil, sum.reversedAt == nil { return }
        stored.refundedAt = at
        try tx.execute(SubscriptionQueries.setRefunded(stored.id, at: at))
        try SubscriptionStanding(provider: provider, now: now).restate(stored, &done, in: tx)
    }
}

/// The totals of the refunds of one charge, in minor units.
struct RefundSum: Equatable {
    /// The total of all refunds, including those reversed later.
    private(set) var refunded = 0
    private(set) var reversed = 0
    private(set) var refundedAt: Timestamp?
    private(set) var reversedAt: Timestamp?
    /// The time of the refund that revoked the purchase, unless that refund was reversed.
    private(set) var revokedAt: Timestamp?
    private(set) var isWhole = false

    /// Returns nil if one report has another currency.
    init?(_ reports: [(at: Timestamp, facts: RefundFacts)], of amount: Money) {
        var (level, reversals) = (0, Set<String>())
        func rank(_ facts: RefundFacts) -> Int { if case .reversed = facts.effect { 1 } else { 0 } }
        func refund(_ total: Int, at: Timestamp, revokes: Bool) {
            if total > level {
                refunded += total - level
                (level, refundedAt) = (total, at)
            }
            if revokes { revokedAt = at }
        }
        for (at, facts) in reports.sorted(by: {
            ($0.at.microseconds, rank($0.facts)) < ($1.at.microseconds, rank($1.facts))
        }) {
            switch facts.effect {
            case .total(let total):
                guard total.map({ $0.currency == amount.currency }) ?? true else { return nil }
                refund(min((total ?? amount).minor, amount.minor), at: at, revokes: facts.isRevoked)
            case .share(let share):
                let part = amount.share(min(max(share, 0), 100_000), of: 100_000)
                refund(part.minor, at: at, revokes: facts.isRevoked)
            case .reversed(let part, let refund):
                guard part.map({ $0.currency == amount.currency }) ?? true else { return nil }
                guard
                    refund.isEmpty || reversals.insert("\(refund)\(part == nil ? " \(at.microseconds)" : "")").inserted
                else {
                    continue
                }
                let back = min((part ?? amount).minor, level)
                (level, reversed, reversedAt) = (level - back, reversed + back, at)
                if facts.isRevoked || level < amount.minor { revokedAt = nil }
            }
        }
        isWhole = level == amount.minor && level > 0
    }
}
