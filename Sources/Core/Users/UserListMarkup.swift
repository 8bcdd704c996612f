import Console
import Logging
import Postgres

/// Caches parts of the pages of users that are the same for many requests. The key contains everything on which a part
/// depends, so nothing invalidates them.
package final class UserListMarkup: SharedCache {
    package static let subject: String? = nil
    let tools = MarkupCache<ListUsers.Above>()
    let heads = MarkupCache<ListUsers.Above>()
    let bulkActs = MarkupCache<BulkChoice.BulkActsKey>()

    package init(database: Database, logger: Logger) {}

    package func invalidateAll() {}
}

extension Services {
    var facets: UserFacets { self[UserFacets.self] }
    var zones: KnownZones { self[KnownZones.self] }
    var userTools: MarkupCache<ListUsers.Above> { self[UserListMarkup.self].tools }
    var userHeads: MarkupCache<ListUsers.Above> { self[UserListMarkup.self].heads }
    var bulkActs: MarkupCache<BulkChoice.BulkActsKey> { self[UserListMarkup.self].bulkActs }
}
