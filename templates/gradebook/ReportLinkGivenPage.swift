import HTML

/// A link to a student's report, shown once.
package struct ReportLinkGivenPage: Sendable {
    package var frame: Frame
    package var link: String
    package var advice: LocalText
    package var done: Link

    package init(
        frame: Frame, link: String, advice: LocalText, done: Link
    ) {
        self.frame = frame
        self.link = link
        self.advice = advice
        self.done = done
    }

    package static var sample: ReportLinkGivenPage {
        ReportLinkGivenPage(
            frame: .sample("Parents' links", at: "tenants"),
            link: "https://roost.example.org/public/gradely/report/" + String(repeating: "aB3-", count: 10) + "xyz",
            advice: Strings.gradebook_link_advice(name: "Mother \"<x>\"", time: "20 Dec 2026"),
            done: "/t/gradely/classes/1/students/1/links")
    }
}
