import Console
import HTML
import Postgres
import Templates
import Web

/// Extends a user's subscription by some days.
struct ExtendSubscription: Changing {
    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (held, next) = try act.held(.extended, in: tx, by: actor, services)
        // A subscription without an end can't be extended. A form that is sent twice adds its days once, and so do two admins who
        // look at the same end.
        guard let endsAt = held.endsAt, act.form["end"] == Self.shown(endsAt) else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        var errors: [String: LocalText] = [:]
        let reason = act.reason("extend", &errors)
        let days = act.days("extend", &errors)
        guard errors.isEmpty, let days else { throw try act.refuse(errors, in: tx, by: actor, services) }
        let later = max(endsAt, actor.now).adding(seconds: Int64(days) * 86400)
        try tx.execute(SubscriptionQueries.extend(held.id, next, until: later, now: actor.now))
        try tx.execute(SubscriptionQueries.setPlan(held.user))
        return act.done(
            .subscriptionExtended, held, next, [.init("until", old: endsAt.iso, new: later.iso)], reason: reason,
            flash: Strings.subscription_was_extended, by: actor)
    }

    /// The end that the form carries.
    static func shown(_ end: Timestamp?) -> String { end.map { String($0.microseconds) } ?? "" }
}

/// Cancels it: it ends with its period.
struct CancelSubscription: Changing {
    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var (held, next) = try act.held(.cancelled, in: tx, by: actor, services)
        var errors: [String: LocalText] = [:]
        let reason = act.reason("cancel", &errors)
        guard errors.isEmpty else { throw try act.refuse(errors, in: tx, by: actor, services) }
        // A subscription without an end, or past its end, has no period left: it ends now.
        if held.endsAt.map({ $0 <= actor.now }) ?? true { next = .expired }
        try act.store(held, next, endsAt: held.endsAt, in: tx, by: actor)
        return act.done(
            .subscriptionCancelled, held, next, reason: reason, flash: Strings.subscription_was_cancelled, by: actor)
    }
}

/// Withdraws a cancellation.
struct ResumeSubscription: Changing {
    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (held, next) = try act.held(.resumed, in: tx, by: actor, services)
        guard held.isHeld(at: actor.now) else { throw try act.conflict(in: tx, by: actor, services) }
        try act.store(held, next, endsAt: held.endsAt, in: tx, by: actor)
        return act.done(
            .subscriptionResumed, held, next, reason: "", flash: Strings.subscription_was_resumed, by: actor)
    }
}

/// Ends it at once and records a refund: of the whole last payment, or of the unused days. The money itself is refunded
/// at the provider.
struct RefundSubscription: Changing {
    enum Part: String, CaseIterable { case all, unused }

    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (held, next) = try act.held(.refunded, in: tx, by: actor, services)
        guard let row = try tx.first(PaymentQueries.last(of: held.id, zone: actor.tenant.zone)) else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        let payment = try Payment(row)
        let left = try RefundQueries.left(of: payment, in: tx)
        var errors: [String: LocalText] = [:]
        let reason = act.reason("refund", &errors)
        let part = act.form["part"].flatMap { Part(rawValue: $0) }
        let amount = part.map { Self.amount($0, of: payment, left: left, now: actor.now) }
        if amount.map({ $0.minor <= 0 }) ?? true { errors["refund-part"] = LocalText(Strings.error_choice) }
        guard errors.isEmpty, let amount else { throw try act.refuse(errors, in: tx, by: actor, services) }
        _ = try tx.rows(RefundQueries.lockDay(actor.id, tenant: tx.tenant))
        let isAllowed = try RefundLimits.allow(amount, by: actor, in: tx)
        // It counts towards the day's limit like any other refund.
        try tx.execute(
            RefundQueries.add(
                .make(at: actor.now), tenant: tx.tenant, payment, of: held.user, amount: amount.minor, ends: true,
                .recorded, .none, reason: reason, by: actor))
        let tax = payment.tax(in: amount)
        try tx.execute(
            PaymentQueries.addRefund(
                .make(at: actor.now), tenant: tx.tenant, of: payment.id, amount: amount.minor, tax: tax.minor,
                now: actor.now))
        try act.store(held, next, endsAt: held.endsAt, in: tx, by: actor)
        var done = act.done(
            .subscriptionRefunded, held, next, [.init("amount", new: amount.code)], reason: reason,
            flash: Strings.subscription_was_refunded, by: actor)
        done.event.sum = .init(amount, of: payment.id)
        if !isAllowed { (done.event.guardedAct, done.event.decider) = (.always, .refundAnything) }
        return done
    }

    /// Returns the refunded sum of that part, never more than is `left` of the payment. The unused part is a share of
    /// the paid period, however long the subscription ran before or was extended.
    static func amount(_ part: Part, of payment: Payment, left: Money, now: Timestamp) -> Money {
        guard part == .unused else { return left }
        guard let from = payment.paidFrom, let until = payment.paidUntil, until > now, until > from else {
            return Money(0, payment.amount.currency)
        }
        let (days, whole) = (Int(until.seconds - max(now, from).seconds), Int(until.seconds - from.seconds))
        let share = payment.amount.share(min(days, whole), of: max(1, whole))
        return Money(min(share.minor, left.minor), payment.amount.currency)
    }
}
