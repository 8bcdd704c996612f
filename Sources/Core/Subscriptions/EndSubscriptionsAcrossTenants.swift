import Console
import Postgres

/// Ends the subscriptions whose time is over: in batches, each in its own transaction with its events. If it fails in one
/// tenant, the others' are ended all the same.
struct EndSubscriptionsAcrossTenants {
    let services: Services

    /// Returns the number of ended subscriptions.
    @discardableResult
    func sweep(on connection: Connection, now: Timestamp) throws -> Int {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows("select due.id from tenants_with_due_subscriptions(\(now)) as due (id)").map { try $0.id("id") }
        }
        var sum = 0
        for tenant in tenants {
            try services.logger.oneByOne("subscriptions not ended", of: tenant, on: connection) {
                while true {
                    let ended = try connection.inTenant(tenant) { tx in try end(in: tx, now: now) }
                    sum += ended
                    if ended == 0 { break }
                }
            }
        }
        return sum
    }

    private func end(in tx: borrowing TenantTransaction, now: Timestamp) throws -> Int {
        let due = try tx.rows(SubscriptionQueries.due(at: now)).map { row in
            (
                id: try row.id("id"), user: try row.id("user_id"), plan: try row.text("plan"),
                state: try row.text("state")
            )
        }
        guard !due.isEmpty else { return 0 }
        try tx.execute(SubscriptionQueries.end(due.map(\.id), now: now))
        try tx.execute(SubscriptionQueries.setPlans(due.map(\.user)))
        let events = due.map { one in
            AuditEvent(
                .subscriptionEnded, on: .user, one.user,
                changes: [
                    .init("subscription", old: one.state, new: SubscriptionState.expired.rawValue),
                    .init("plan", old: one.plan, new: Subscription.noPlan),
                ])
        }
        try services.trail.append(events, by: .system(now: now), in: tx)
        return due.count
    }
}
