import Console
import HTML
import Postgres
import Templates
import Web

/// Gives a user a plan without payment, for some days or without an end.
struct GrantSubscription: Changing {
    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try act.lockUser(in: tx)
        var errors: [String: LocalText] = [:]
        let reason = act.reason("grant", &errors)
        let days = act.days("grant", mayBeEmpty: true, &errors)
        let plan = try tx.rows(SubscriptionQueries.plans).first { try $0.text("key") == act.form["plan"] }
        if plan == nil { errors["grant-plan"] = LocalText(Strings.error_choice) }
        guard errors.isEmpty, let plan else { throw try act.refuse(errors, in: tx, by: actor, services) }
        // Items that are sold once don't prevent it.
        guard
            try tx.rows(SubscriptionQueries.current(of: act.user, zone: actor.tenant.zone))
                .allSatisfy({ try Subscription($0).isItem })
        else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        let (key, version) = (try plan.text("key"), try plan.int("number"))
        let endsAt = days.map { actor.now.adding(seconds: Int64($0) * 86400) }
        try tx.execute(
            SubscriptionQueries.add(
                .make(at: actor.now), tenant: tx.tenant, user: act.user, plan: plan.id("id"), version: version,
                key: key, state: .active,
                period: .once, price: Money(0, Currency(stored: actor.tenant.currency)), provider: Subscription.manual,
                paidFrom: nil,
                endsAt: endsAt, now: actor.now))
        try tx.execute(SubscriptionQueries.setPlan(act.user))
        return Change(
            AuditEvent(
                .subscriptionGranted, on: .user, act.user,
                changes: [
                    .init("subscription", new: SubscriptionState.active.rawValue), .init("plan", new: key),
                    .init("plan_version", new: String(version)), .init("until", new: endsAt?.iso),
                ].filter { $0.new != nil }, reason: reason),
            next: .to(SubscriptionPageMaker.link(act.user, actor), flash: Strings.subscription_was_granted))
    }
}
