/// Links that were given, with their states.
package struct ReportLinkTable: Sendable {
    package var links: [ReportLinkRow]

    package init(links: [ReportLinkRow]) { self.links = links }
}
