import HTML

/// Something that waits, and where to go for it.
package struct HomeTask: Sendable {
    package var text: LocalText
    package var icon: String
    package var link: Link

    package init(_ text: LocalText, icon: String, link: Link) {
        self.text = text
        self.icon = icon
        self.link = link
    }
}
