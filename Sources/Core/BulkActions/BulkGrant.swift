import Console
import Postgres

/// A plan that an admin gives to many users without an end: for each, the same as `GrantSubscription` does for one.
struct BulkGrant {
    private let plan: ID
    private let key: String
    private let version: Int

    /// Returns nil if the tenant does not offer the plan.
    init?(_ key: String, in tx: borrowing TenantTransaction) throws {
        guard let row = try tx.rows(SubscriptionQueries.plans).first(where: { try $0.text("key") == key }) else {
            return nil
        }
        (plan, self.key, version) = (try row.id("id"), key, try row.int("number"))
    }

    func give(to users: [ID], by actor: Actor, in tx: borrowing TenantTransaction) throws {
        let nothing = Money(0, Currency(stored: actor.tenant.currency))
        for user in users {
            try tx.execute(
                SubscriptionQueries.add(
                    .make(at: actor.now), tenant: tx.tenant, user: user, plan: plan, version: version, key: key,
                    state: .active, period: .once, price: nothing, provider: Subscription.manual, paidFrom: nil,
                    endsAt: nil, now: actor.now))
            try tx.execute(SubscriptionQueries.setPlan(user))
        }
    }

    /// Ends the granted subscriptions now, and restores the users' earlier plans.
    static func takeBack(_ key: String, _ before: UserStates, now: Timestamp, in tx: borrowing TenantTransaction) throws
    {
        try tx.execute(SubscriptionQueries.endGrants(of: before.users, key, now: now))
        try tx.execute(SubscriptionQueries.setPlans(before))
    }
}
