import HTML

/// The links to one student's report.
package struct ReportLinksPage: Sendable {
    package var frame: Frame
    package var name: String
    package var action: Link
    package var back: Link
    package var mayChange: Bool
    package var isAllowed: Bool
    package var links: [ReportLinkRow]
    package var recipient: Field
    package var days: Choice
    package var language: Choice

    package init(
        frame: Frame, name: String, action: Link, back: Link, mayChange: Bool, isAllowed: Bool, links: [ReportLinkRow],
        recipient: Field, days: Choice, language: Choice
    ) {
        self.frame = frame
        self.name = name
        self.action = action
        self.back = back
        self.mayChange = mayChange
        self.isAllowed = isAllowed
        self.links = links
        self.recipient = recipient
        self.days = days
        self.language = language
    }

    package var errors: ErrorSummary? { ErrorSummary([recipient.problem]) }
    package var mayAdd: Bool { mayChange && isAllowed }

    package var given: ReportLinkCard { ReportLinkCard(links: links) }

    package static var sampleOff: ReportLinksPage {
        var page = sample
        (page.isAllowed, page.links) = (false, [])
        return page
    }

    package static var sample: ReportLinksPage {
        ReportLinksPage(
            frame: .sample("Adams, \"Ruth\"", at: "tenants"), name: "Adams, \"Ruth\" <x>",
            action: "/t/gradely/classes/1/students/1/links", back: "/t/gradely/classes/1/students/1/report",
            mayChange: true, isAllowed: true, links: [.sample],
            recipient: Field(
                "recipient", label: LocalText(Strings.gradebook_link_recipient), value: "Mother",
                error: LocalText(Strings.error_required), isRequired: true),
            days: Choice(
                "days", label: LocalText(Strings.gradebook_link_days),
                options: [.init(value: "30", label: "30 days", isSelected: true)]),
            language: Choice(
                "language", label: LocalText(Strings.gradebook_link_language),
                options: [.init(value: "en", label: "English", isSelected: true)]))
    }
}
