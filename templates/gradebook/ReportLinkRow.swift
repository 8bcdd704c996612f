import HTML

/// A link that was given.
package struct ReportLinkRow: Sendable {
    package var recipient: String
    package var student: String
    package var link: Link?
    package var given: LocalText
    /// When it was last opened.
    package var opened: LocalText
    /// Of the report, in itself.
    package var language: String
    package var state: LocalText
    package var end: Link?
    package var csrf: String

    package init(
        recipient: String, student: String, link: Link?, given: LocalText, opened: LocalText,
        language: String, state: LocalText, end: Link?, csrf: String
    ) {
        self.recipient = recipient
        self.student = student
        self.link = link
        self.given = given
        self.opened = opened
        self.language = language
        self.state = state
        self.end = end
        self.csrf = csrf
    }

    package static var sample: ReportLinkRow {
        ReportLinkRow(
            recipient: "Mother \"<x>\"", student: "Adams, \"Ruth\" · Biology",
            link: "/t/gradely/classes/1/students/1/links",
            given: Strings.gradebook_link_given(name: "Ms Hall", time: "20 Dec 2026"),
            opened: Strings.gradebook_link_opened(time: "24 Nov 2026"),
            language: "فارسی", state: LocalText(Strings.gradebook_link_open),
            end: "/t/gradely/classes/1/students/1/links/1/end",
            csrf: "sample")
    }
}
