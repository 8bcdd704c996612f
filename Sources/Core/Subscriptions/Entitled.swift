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
        let stored = try current.rows().map { try Subscription($0) }
        let all = stored.filter { $0.isHeld(at: now) }
        held = all.first { !$0.isItem }
        // A timer has not come round yet to what is over: it counts as over all the same.
        plan = try (held ?? all.first)?.key ?? (stored.isEmpty ? row.text("plan") : Subscription.noPlan)
        version = (held ?? all.first)?.version
        entitlements = []
        if held == nil {
            // Who has only items has what everybody has besides.
            let base = all.isEmpty ? plan : Subscription.noPlan
            if let row = try tx.first(SubscriptionQueries.plan(base)) {
                if all.isEmpty { version = try row.int("number") }
                add(Plan(Content(json: try row.text("content"))).entitlements)
            }
        }
        for one in all { add(one.content.entitlements) }
    }

    /// Of two that give the same, the better one counts: yes, the greater number, the first choice.
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
