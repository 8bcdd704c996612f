import HTML

/// What a parent sees behind a link: this student's report, who gave it, and nothing else.
package struct PublicReportPage: Sendable {
    package var assets: AssetLinks
    package var school: String
    package var report: StudentReport
    package var given: LocalText

    package init(
        assets: AssetLinks, school: String, report: StudentReport, given: LocalText
    ) {
        self.assets = assets
        self.school = school
        self.report = report
        self.given = given
    }

    package static var sample: PublicReportPage {
        PublicReportPage(
            assets: .sample, school: "Gradely <x>", report: .sample,
            given: Strings.gradebook_link_given(name: "Ms \"Hall\" <x>", time: "20 Dec 2026"))
    }
}
