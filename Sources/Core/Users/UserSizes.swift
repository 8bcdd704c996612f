import Console
import Logging
import Postgres

/// Caches, by filter of the list, whether few users match: then a page is read from all of them, which would take long
/// for many. An outdated value costs time, but never gives a wrong page.
/// while ago costs time at worst, never a wrong page.
package final class UserSizes: SharedCache {
    package static let subject: String? = nil
    /// Up to this number, finding all matches is faster than a walk along the sorted index that meets one now and then.
    static let few = 3000

    private let kept = BoundedCache<Totals.Key, Bool>(most: 1_048_576)

    package init(database: Database, logger: Logger) {}

    package func invalidateAll() { kept.forgetAll() }

    subscript(_ key: Totals.Key) -> Bool? { kept[key] }

    func keep(_ areFew: Bool, under key: Totals.Key) { kept.keep(areFew, under: key) }
}

extension Services {
    var userSizes: UserSizes { self[UserSizes.self] }
}
