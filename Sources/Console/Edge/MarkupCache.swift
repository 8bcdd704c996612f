import HTML

/// Parts of pages that are the same for many, printed once. The key holds every value that its part is made from, so that what is
/// kept is never old; only what nobody asks for any more has to make room.
package final class MarkupCache<Key: Hashable & Sendable & Weighed>: Sendable {
    private let kept: BoundedCache<Key, RawHTML>

    /// `most` in bytes of markup and keys.
    package init(most: Int = 4_194_304) { kept = BoundedCache(most: most) }

    package var bytes: Int { kept.bytes }

    /// `make` runs when nothing is kept under the key; `language` is the page's, and stands in the key.
    package func part<Part>(_ key: Key, in language: Language, _ make: () throws -> Part) rethrows -> Printed<Part> {
        if let markup = kept[key] { return .before(markup) }
        let part = try make()
        let markup = RawHTML(language: language) { part.render(into: &$0) }
        kept.keep(markup, under: key)
        return .before(markup)
    }
}
