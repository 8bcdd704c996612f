import HTML

/// A saved view in the list's menu.
package struct SavedViewLink: Sendable, Hashable {
    package var name: String
    package var link: Link
    package var isCurrent: Bool

    package init(name: String, link: Link, isCurrent: Bool) {
        self.name = name
        self.link = link
        self.isCurrent = isCurrent
    }
}
