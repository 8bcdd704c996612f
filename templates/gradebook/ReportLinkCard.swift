import HTML

/// Links that were given, with their states; or that there are none.
package struct ReportLinkCard: Sendable {
    package var links: [ReportLinkRow]
    /// There are more than are shown.
    package var more: LocalText?

    package init(links: [ReportLinkRow], more: LocalText? = nil) { (self.links, self.more) = (links, more) }
}
