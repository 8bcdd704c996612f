import Postgres
import Synchronization

/// Which tenant a slug led to last time: a guess for what to ask before the database has said who may enter.
package final class KnownSlugs: Sendable {
    private static let most = 10_000
    private let tenants = Mutex<[String: ID]>([:])

    package func tenant(_ slug: String) -> ID? { tenants.withLock { $0[slug] } }

    package func note(_ slug: String, is tenant: ID) {
        tenants.withLock {
            if $0[slug] == tenant { return }
            if $0.count >= Self.most { $0.removeAll() }
            $0[slug] = tenant
        }
    }
}
