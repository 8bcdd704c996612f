import Console
import Logging
import NIOCore
import Postgres
import Web

/// Caches the catalogue responses for apps as bytes, also packed. Each call reads the tenant's stamp, which is a part
/// of the key, so nothing needs to be invalidated: responses with an older stamp are simply not read any more.
package final class CatalogueResponses: SharedCache {
    package static let subject: String? = nil

    struct Key: Hashable, Weighed {
        var tenant: ID
        /// The value of `tenants.catalogue_stamp`.
        var stamp: Int
        var language: String
        var languages: [String]

        var weight: Int { 48 + language.weight + languages.weight }
    }

    struct Answer: Weighed {
        var bytes: [UInt8]
        /// The same bytes packed by gzip, made when the response is cached.
        var packed: ByteBuffer?
        /// The entity tag with its quotes.
        var etag: String
        /// The time at which the next scheduled version takes effect.
        var until: Timestamp?

        var weight: Int { 64 + bytes.count + (packed?.readableBytes ?? 0) }
    }

    private let answers: BoundedCache<Key, Answer>

    package convenience init(database: Database, logger: Logger) { self.init(most: 67_108_864) }

    /// `most` is in bytes.
    init(most: Int) { answers = BoundedCache(most: most) }

    package func invalidateAll() { answers.forgetAll() }

    var bytes: Int { answers.bytes }

    func cached(_ key: Key, now: Timestamp) -> Answer? {
        guard let found = answers[key], found.until.map({ now < $0 }) ?? true else { return nil }
        return found
    }

    /// `make` runs in the caller's transaction, which has read the stamp.
    func answer(_ key: Key, now: Timestamp, _ make: () throws -> Answer) throws -> Answer {
        if let found = cached(key, now: now) { return found }
        var made = try make()
        made.packed = made.bytes.withUnsafeBytes { Gzip.pack($0, level: 6) }
        answers.keep(made, under: key)
        return made
    }
}

extension Services {
    var catalogues: CatalogueResponses { self[CatalogueResponses.self] }
}
