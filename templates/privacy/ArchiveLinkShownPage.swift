import HTML

/// The link to somebody's archive, shown this once.
package struct ArchiveLinkShownPage: Sendable {
    package var frame: Frame
    package var link: String
    package var until: LocalText
    package var done: Link

    package init(frame: Frame, link: String, until: LocalText, done: Link) {
        self.frame = frame
        self.link = link
        self.until = until
        self.done = done
    }

    package static var sample: ArchiveLinkShownPage {
        ArchiveLinkShownPage(
            frame: .sample("Link to the archive", at: "privacy"),
            link: "https://roost.example.org/privacy/rooster-me/" + String(repeating: "x", count: 43),
            until: Strings.privacy_link_until(time: "29 Nov 2026, 09:14"), done: "/t/rooster-me/privacy/1")
    }
}
