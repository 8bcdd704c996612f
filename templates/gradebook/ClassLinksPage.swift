import HTML

/// The parents' links of a class.
package struct ClassLinksPage: Sendable {
    /// A student of whom nobody has a link.
    package struct Student: Sendable {
        package var name: String
        /// Where a link is made.
        package var link: Link

        package init(name: String, link: Link) {
            self.name = name
            self.link = link
        }
    }

    package var frame: Frame
    package var name: String
    package var back: Link
    package var isAllowed: Bool
    /// Those that open something.
    package var links: [ReportLinkRow]
    package var more: LocalText?
    package var without: [Student]

    package init(
        frame: Frame, name: String, back: Link, isAllowed: Bool, links: [ReportLinkRow], more: LocalText?,
        without: [Student]
    ) {
        self.frame = frame
        self.name = name
        self.back = back
        self.isAllowed = isAllowed
        self.links = links
        self.more = more
        self.without = without
    }

    package var given: ReportLinkCard { ReportLinkCard(links: links, more: more) }

    package static var sample: ClassLinksPage {
        ClassLinksPage(
            frame: .sample("Biology", at: "tenants"), name: "Biology <9B>", back: "/t/gradely/classes/1",
            isAllowed: true, links: [.sample], more: Strings.gradebook_links_more(count: 200),
            without: [Student(name: "فرهادی، سارا <x>", link: "/t/gradely/classes/1/students/2/links")])
    }

    package static var sampleOff: ClassLinksPage {
        var page = sample
        (page.isAllowed, page.links, page.more) = (false, [], nil)
        return page
    }
}
