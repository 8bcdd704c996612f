import HTML
import Synchronization

/// Parts of pages that are the same for many, printed once. The key holds every value that its part is made from, so
/// that what is kept is never old; only what nobody asks for any more has to make room.
package final class MarkupCache<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var kept: [Key: RawHTML] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    /// In bytes of markup.
    private let most: Int

    package init(most: Int = 4_194_304) { self.most = most }

    /// `make` runs when nothing is kept under the key; `language` is the page's, and stands in the key.
    package func part<Part>(_ key: Key, in language: Language, _ make: () throws -> Part) rethrows -> Printed<Part> {
        if let markup = state.withLock({ $0.kept[key] }) { return .before(markup) }
        let part = try make()
        let markup = RawHTML(language: language) { part.render(into: &$0) }
        state.withLock {
            if $0.bytes + markup.count > most { $0 = State() }
            if $0.kept.updateValue(markup, forKey: key) == nil { $0.bytes += markup.count }
        }
        return .before(markup)
    }
}
