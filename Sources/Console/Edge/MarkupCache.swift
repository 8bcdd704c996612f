import HTML

/// Caches parts of pages that many pages share, printed once. The key contains every value from which the part is
/// made, so cached markup is never out of date; parts that are no longer used are evicted.
package final class MarkupCache<Key: Hashable & Sendable & Weighed>: Sendable {
    private let cache: BoundedCache<Key, RawHTML>

    /// `most` is in bytes of markup and keys.
    package init(most: Int = 4_194_304) { cache = BoundedCache(most: most) }

    package var bytes: Int { cache.bytes }

    /// `make` runs if nothing is cached under the key; `language` is the page's, and is part of the key.
    package func part<Part>(_ key: Key, in language: Language, _ make: () throws -> Part) rethrows -> Printed<Part> {
        if let markup = cache[key] { return .before(markup) }
        let part = try make()
        let markup = RawHTML(language: language) { part.render(into: &$0) }
        cache.keep(markup, under: key)
        return .before(markup)
    }
}
