import Logging
import Postgres

/// The number of waiting approvals of a tenant, for the navigation. Cached, since every page shows it; a change
/// notifies all processes (`roost_kept`).
package final class WaitingApprovals: SharedCache {
    package static let subject: String? = "approvals"

    private let cache: Cache<ID, [Approval]>

    package init(database: Database, logger: Logger) { cache = Cache("approvals", database: database, logger: logger) }

    /// Returns how many requests the actor may decide. 0 until this process has loaded them, which it then does in
    /// the background.
    package func count(for actor: Actor) -> Int {
        let (tenant, now) = (actor.tenant.id, actor.now)
        let known = cache.value(tenant, now: now)
        if known == nil || known?.isOld == true {
            cache.make(tenant, tenant: tenant, now: now) { try Self.read(in: $0, now: now) }
        }
        return known?.value.count { $0.expiresAt > now && $0.isDecided(by: actor) } ?? 0
    }

    package static func read(in tx: borrowing TenantTransaction, now: Timestamp) throws -> [Approval] {
        try tx.rows(ApprovalQueries.waiting(now: now)).map { try Approval($0, now: now) }
    }

    package func invalidateAll() { cache.invalidateAll() }

    package func invalidate(_ tenant: ID) { cache.invalidate(tenant) }
}
