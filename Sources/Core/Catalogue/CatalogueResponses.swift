import Console
import Logging
import Postgres
import Synchronization

/// What apps get of a tenant's catalogues, kept as bytes. The stamp is read with each call, so nothing has to be
/// forgotten: an older one is simply not asked for any more.
package final class CatalogueResponses: SharedCache {
    package static let subject: String? = nil

    struct Key: Hashable {
        var tenant: ID
        /// Of `tenants.catalogue_stamp`.
        var stamp: Int
        var language: String
        var languages: [String]
    }

    struct Answer {
        var bytes: [UInt8]
        /// With its quotes.
        var etag: String
        /// When something scheduled begins to hold.
        var until: Timestamp?
    }

    package init(database: Database, logger: Logger) {}

    package func invalidateAll() { kept.withLock { $0.removeAll() } }

    private static let most = 2000
    private let kept = Mutex<[Key: Answer]>([:])

    func kept(_ key: Key, now: Timestamp) -> Answer? {
        guard let found = kept.withLock({ $0[key] }), found.until.map({ now < $0 }) ?? true else { return nil }
        return found
    }

    /// `make` runs in the caller's transaction, which has read the stamp.
    func answer(_ key: Key, now: Timestamp, _ make: () throws -> Answer) throws -> Answer {
        if let found = kept(key, now: now) { return found }
        let made = try make()
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[key] = made
        }
        return made
    }
}

extension Services {
    var catalogues: CatalogueResponses { self[CatalogueResponses.self] }
}
