import HTML

/// Whether teachers may give parents links, and the links that are open.
package struct AllReportLinksPage: Sendable {
    package var frame: Frame
    package var allowed: SwitchCard
    package var links: [ReportLinkRow]
    /// There are more than are shown.
    package var more: LocalText?

    package init(
        frame: Frame, allowed: SwitchCard, links: [ReportLinkRow], more: LocalText?
    ) {
        self.frame = frame
        self.allowed = allowed
        self.links = links
        self.more = more
    }

    package var given: ReportLinkCard { ReportLinkCard(links: links, more: more) }

    package static var sample: AllReportLinksPage {
        AllReportLinksPage(
            frame: .sample("Parents' links", at: "tenants"),
            allowed: SwitchCard(
                "allowed", title: LocalText(Strings.gradebook_report_links),
                advice: LocalText(Strings.gradebook_links_setting),
                switches: [
                    Switch(
                        label: LocalText(Strings.gradebook_report_links),
                        what: LocalText(Strings.gradebook_links_what), isOn: true,
                        action: "/t/gradely/report-links/allowed")
                ], csrf: "sample"), links: [.sample], more: Strings.gradebook_links_more(count: 200))
    }
}
