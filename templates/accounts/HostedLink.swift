import HTML

/// A way on from one of the hosted pages.
package struct HostedLink: Sendable {
    package var label: LocalText
    package var link: Link

    package init(_ label: StringKey, _ link: Link) { self.init(LocalText(label), link) }

    package init(_ label: LocalText, _ link: Link) {
        self.label = label
        self.link = link
    }
}
