import Console
import Logging
import Postgres

/// Parts of the pages of users that are the same for many. Each is cached under all it is made from, so nothing invalidates them.
package final class UserListMarkup: SharedCache {
    package static let subject: String? = nil
    let tools = KeptMarkup<ListUsers.Above>()
    let heads = KeptMarkup<ListUsers.Above>()
    let bulkActs = KeptMarkup<BulkChoice.BulkActsKey>()

    package init(database: Database, logger: Logger) {}

    package func forgetAll() {}
}

extension Services {
    var facets: UserFacets { self[UserFacets.self] }
    var zones: KnownZones { self[KnownZones.self] }
    var userTools: KeptMarkup<ListUsers.Above> { self[UserListMarkup.self].tools }
    var userHeads: KeptMarkup<ListUsers.Above> { self[UserListMarkup.self].heads }
    var bulkActs: KeptMarkup<BulkChoice.BulkActsKey> { self[UserListMarkup.self].bulkActs }
}
