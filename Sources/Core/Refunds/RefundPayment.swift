import Console
import HTML
import Postgres
import Templates
import Web

/// Refunds a payment or a part of it. A job sends the request to the provider; if the provider takes no requests, the
/// refund is only recorded. Above the limits of the admin, it requires approval by an admin who may refund any sum.
struct RefundPayment: Changing {
    private let typed: RefundForm

    init(_ request: WebRequest) throws { typed = try RefundForm(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        // The user is locked first, so that two simultaneous refunds of one payment run one after another.
        guard let held = try tx.first(UserQueries.lock(form.user)) else { throw Refusal.notFound }
        let found = try form.found(in: tx, by: actor)
        let way = Refund.Way(found.payment.provider)
        guard way != .customer, found.left.minor > 0, form.isFor(found) else {
            throw Refusal.changed(
                try form.page(
                    found, in: tx, by: actor.givingBack(reason: form.reason), services,
                    notice: Strings.problem_changed_advice))
        }
        // Whoever approves it would promise money that nobody can be asked for.
        guard let amount = form.amount(found), form.errors.isEmpty, try form.canBeAsked(found, in: tx, services) else {
            throw Refusal.form(try form.page(found, in: tx, by: actor, services))
        }
        _ = try tx.rows(RefundQueries.lockDay(actor.id, tenant: tx.tenant))
        let isAllowed = try RefundLimits.allow(amount, by: actor, in: tx)
        let id = ID.make(at: actor.now)
        try tx.execute(
            RefundQueries.add(
                id, tenant: tx.tenant, found.payment, of: form.user, amount: amount.minor, ends: form.ends,
                way.isAsked ? .sending : .recorded, form.ends && way == .parts ? .sending : .none,
                // No text is stored about an erased user: no erasure would remove it any more.
                reason: held.bool("is_erased") ? "" : form.reason, by: actor))
        if way.isAsked {
            try Jobs.add(SendRefund(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        } else {
            try record(amount, found.payment, in: tx, by: actor)
        }
        let changes: [AuditEvent.Change] = [
            .init("amount", new: amount.code), .init("plan", new: found.payment.plan),
            .init("reference", new: found.payment.reference), .init("provider", new: found.payment.provider),
        ]
        var event = AuditEvent(
            way.isAsked ? .refundAsked : .refundRecorded, on: .user, form.user,
            changes: changes.filter { $0.new?.isEmpty == false }, reason: form.reason)
        if form.ends { event.changes.append(.init("ends_subscription", new: "yes")) }
        event.sum = .init(amount, of: found.payment.id)
        if !isAllowed { (event.guardedAct, event.decider) = (.always, .refundAnything) }
        return Change(
            event,
            next: .to(
                actor.link("users/\(form.user)"),
                flash: way.isAsked ? Strings.refund_was_sent : Strings.refund_was_recorded))
    }

    /// No provider is asked: the refund is booked among the payments at once.
    private func record(
        _ amount: Money, _ payment: Payment, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws {
        try tx.execute(
            PaymentQueries.addRefund(
                .make(at: actor.now), tenant: tx.tenant, of: payment.id, amount: amount.minor,
                tax: payment.tax(in: amount).minor, now: actor.now))
        guard typed.ends, let id = try tx.first(RefundQueries.subscription(of: payment.id))?.idOrNil("subscription_id"),
            let row = try tx.first(SubscriptionQueries.one(id))
        else { return }
        let held = try Subscription(row)
        guard let next = held.state.after(.refunded) else { return }
        try tx.execute(SubscriptionQueries.step(held.id, next, endsAt: held.endsAt, now: actor.now))
        try tx.execute(SubscriptionQueries.setPlan(typed.user))
    }
}
