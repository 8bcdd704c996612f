import HTML
import Logging
import Postgres
import Web

/// The saved views of a tenant's lists. There are few, and every page of a list shows them, so they are cached; a
/// change notifies all processes (`roost_kept`).
package final class SavedViews: SharedCache {
    package static let subject: String? = "views"

    package struct View: Sendable, Weighed {
        package var id: ID
        /// The path in its address: `users`.
        package var list: String
        package var admin: ID
        package var adminName: String
        package var name: String
        /// The query of the list's address, URL-encoded.
        package var query: String
        package var isShared: Bool

        package var weight: Int { 64 + [list, adminName, name, query].weight }
    }

    /// The limit for one admin in one tenant.
    package static let most = 50
    private let cache: Cache<ID, [View]>

    package init(database: Database, logger: Logger) { cache = Cache("views", database: database, logger: logger) }

    /// Returns the actor's own views, and those that others share.
    package func of(_ actor: Actor, list: String, now: Timestamp, in tx: borrowing TenantTransaction) throws -> [View] {
        let all: [View]
        if let (values, isOld, _) = cache.value(tx.tenant, now: now), !isOld {
            all = values
        } else {
            all = try Self.read(in: tx)
            cache.set(tx.tenant, all, now: now)
        }
        return all.filter { $0.list == list && ($0.isShared || $0.admin == actor.id) }
    }

    package func invalidateAll() { cache.invalidateAll() }

    package func invalidate(_ tenant: ID) { cache.invalidate(tenant) }

    package static func read(in tx: borrowing TenantTransaction) throws -> [View] {
        try tx.rows(SavedViewQueries.all).map { row in
            View(
                id: try row.id("id"), list: try row.text("list"), admin: try row.id("admin_id"),
                adminName: try row.text("admin_name"), name: try row.text("name"),
                query: try row.text("query"), isShared: try row.bool("is_shared"))
        }
    }
}
