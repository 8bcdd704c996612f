import Console
import Postgres

/// The entitlements of a user now, by their plan.
struct Entitled {
    /// The plan's key, and the version that applies to them; nil if there is no such plan.
    var plan: String
    var version: Int?
    /// nil if they have the plan in their own row, without a subscription.
    var held: Subscription?
    var entitlements: [Plan.Entitlement]

    /// Returns nil if the user doesn't exist or is deleted.
    init?(_ user: ID, in tx: borrowing TenantTransaction, now: Timestamp) throws {
        let one = try tx.send(UserQueries.answer(user))
        let current = try tx.send(SubscriptionQueries.current(of: user, zone: "UTC"))
        guard let row = try one.rows().first, try row.text("status") != "deleted" else { return nil }
        let stored = try current.rows().map { try Subscription($0) }
        let all = stored.filter { $0.isHeld(at: now) }
        held = all.first { !$0.isItem }
        // A subscription that is over counts as over, even if the timer has not ended it yet.
        plan = try (held ?? all.first)?.key ?? (stored.isEmpty ? row.text("plan") : Subscription.noPlan)
        version = (held ?? all.first)?.version
        entitlements = []
        if held == nil {
            // A user with only items also has the entitlements of the free plan.
            let base = all.isEmpty ? plan : Subscription.noPlan
            if let row = try tx.first(SubscriptionQueries.plan(base)) {
                if all.isEmpty { version = try row.int("number") }
                add(Plan(Content(json: try row.text("content"))).entitlements)
            }
        }
        for one in all { add(one.content.entitlements) }
    }

    /// If two plans give the same entitlement, the better value counts: yes, the greater number, the earlier choice.
    private mutating func add(_ more: [Plan.Entitlement]) {
        for one in more {
            guard let at = entitlements.firstIndex(where: { $0.key == one.key }) else {
                entitlements.append(one)
                continue
            }
            switch (entitlements[at].value, one.value) {
            case (.yes(let has), .yes(let gives)): entitlements[at].value = .yes(has || gives)
            case (.number(let has), .number(let gives)): entitlements[at].value = .number(max(has, gives))
            default: break
            }
        }
    }

    subscript(key: String) -> Plan.Entitlement.Value? { entitlements.first { $0.key == key }?.value }
}
