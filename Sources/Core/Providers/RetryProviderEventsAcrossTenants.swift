import Console
import Postgres

/// Applies provider events that matched nothing when they arrived but could match now, because a plan was published or
/// changed since. Each runs in its own transaction.
struct RetryProviderEventsAcrossTenants {
    let services: Services

    /// Returns the number of applied events.
    @discardableResult
    func sweep(on connection: Connection, now: Timestamp) throws -> Int {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows("select waiting.id from tenants_with_unmatched_events() as waiting (id)").map {
                try $0.id("id")
            }
        }
        var applied = 0
        for tenant in tenants {
            let due = try connection.inTenant(tenant, .readOnly) { tx in
                try tx.rows(ProviderEventQueries.due(now: now)).map {
                    (id: try $0.id("id"), provider: Provider(rawValue: try $0.text("provider")))
                }
            }
            for one in due {
                guard let provider = one.provider else { continue }
                let outcome = try connection.inTenant(tenant) { tx in
                    try ApplyProviderEvent(provider: provider, services: services, now: now)
                        .retry(one.id, by: .system(now: now), in: tx)
                }
                if outcome == .applied { applied += 1 }
            }
        }
        return applied
    }
}
