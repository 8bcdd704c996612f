import Logging
import Postgres

/// Caches after how many idle minutes a tenant's sessions end, for the warning in its pages. Loaded in the
/// background: until it is known, a page assumes the shortest time.
package final class IdleTimes: SharedCache {
    package static let subject: String? = nil
    private static let shortest = 15

    private let cache: Cache<ID, Int>

    package init(database: Database, logger: Logger) {
        cache = Cache("idle times", database: database, logger: logger)
    }

    func minutes(of actor: Actor) -> Int {
        guard !actor.tenant.isInstallation else { return Self.shortest }
        let (tenant, now) = (actor.tenant.id, actor.now)
        let known = cache.value(tenant, now: now)
        if known == nil || known?.isOld == true {
            cache.make(tenant, tenant: tenant, now: now) { tx in
                try tx.first(
                    "select tenants.idle_minutes::bigint as n from tenants where tenants.id = current_tenant()"
                )?.int("n") ?? Self.shortest
            }
        }
        return known?.value ?? Self.shortest
    }

    package func invalidateAll() { cache.invalidateAll() }
}
