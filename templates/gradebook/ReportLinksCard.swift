import HTML

/// Who can read a student's report by a link: on the page of the student.
package struct ReportLinksCard: Sendable {
    /// Those that open something.
    package var links: [ReportLinkRow]
    /// The page where a link is made, with those that have ended.
    package var all: Link
    package var icons: Link

    package init(links: [ReportLinkRow], all: Link, icons: Link) {
        self.links = links
        self.all = all
        self.icons = icons
    }

    package static var sample: ReportLinksCard {
        ReportLinksCard(links: [.sample], all: "/t/gradely/classes/1/students/1/links", icons: "/assets/icons.svg")
    }
}
