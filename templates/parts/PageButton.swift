import HTML

/// A button that leads to a page.
package struct PageButton: Sendable {
    package var icon: ButtonIcon
    package var label: LocalText
    package var link: Link

    package init(_ label: LocalText, icon: ButtonIcon, link: Link) {
        self.icon = icon
        self.label = label
        self.link = link
    }
}
