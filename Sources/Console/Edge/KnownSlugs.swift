import Postgres

/// Caches the tenant of each slug: a guess for prefetched statements, before the database has checked access.
package final class KnownSlugs: Sendable {
    private let tenants = BoundedCache<String, ID>(most: 2_097_152)

    package var bytes: Int { tenants.bytes }

    package func tenant(_ slug: String) -> ID? { tenants[slug] }

    package func note(_ slug: String, is tenant: ID) {
        if tenants[slug] != tenant { tenants.keep(tenant, under: slug) }
    }
}
