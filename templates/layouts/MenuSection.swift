import HTML

/// A group of the menu. One with a title folds; a script remembers which are folded.
package struct MenuSection: Sendable {
    /// For what remembers it.
    package var name: String
    package var title: LocalText?
    package var icons: Link
    package var items: [MenuItem]

    package init(_ name: String, title: LocalText?, icons: Link, items: [MenuItem]) {
        self.name = name
        self.title = title
        self.icons = icons
        self.items = items
    }
}
