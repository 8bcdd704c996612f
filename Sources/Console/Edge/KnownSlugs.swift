import Postgres

/// Which tenant a slug led to last time: a guess for what to ask before the database has said who may enter.
package final class KnownSlugs: Sendable {
    private let tenants = BoundedCache<String, ID>(most: 2_097_152)

    package var bytes: Int { tenants.bytes }

    package func tenant(_ slug: String) -> ID? { tenants[slug] }

    package func note(_ slug: String, is tenant: ID) {
        if tenants[slug] != tenant { tenants.keep(tenant, under: slug) }
    }
}
