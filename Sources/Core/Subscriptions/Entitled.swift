import Console
import Postgres

/// What somebody may do now, by their plan.
struct Entitled {
    /// The plan's key, and the version that counts for them; nil when there is no such plan.
    var plan: String
    var version: Int?
    /// nil: they have what stands with the user, without a subscription.
    var held: Subscription?
    var entitlements: [Plan.Entitlement]

    /// nil for a user who is not there, or deleted.
    init?(_ user: ID, in tx: borrowing TenantTransaction, now: Timestamp) throws {
        let one = try tx.send(UserQueries.answer(user))
        let current = try tx.send(SubscriptionQueries.current(of: user, zone: "UTC"))
        guard let row = try one.rows().first, try row.text("status") != "deleted" else { return nil }
        let stored = try current.rows().first.map { try Subscription($0) }
        held = stored.flatMap { $0.isHeld(at: now) ? $0 : nil }
        // A timer has not come round yet to what is over: it counts as over all the same.
        plan = try held?.key ?? (stored == nil ? row.text("plan") : Subscription.noPlan)
        version = held?.version
        entitlements = held?.content.entitlements ?? []
        if held == nil, let row = try tx.first(SubscriptionQueries.plan(plan)) {
            version = try row.int("number")
            entitlements = Plan(Content(json: try row.text("content"))).entitlements
        }
    }

    subscript(key: String) -> Plan.Entitlement.Value? { entitlements.first { $0.key == key }?.value }
}
