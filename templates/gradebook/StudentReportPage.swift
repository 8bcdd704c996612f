import HTML

/// A student's report, as its teacher prints it.
package struct StudentReportPage: Sendable {
    package var frame: Frame
    package var report: StudentReport
    package var back: Link
    package var links: Link?

    package init(
        frame: Frame, report: StudentReport, back: Link, links: Link?
    ) {
        self.frame = frame
        self.report = report
        self.back = back
        self.links = links
    }

    package static var sample: StudentReportPage {
        StudentReportPage(
            frame: .sample("Adams, \"Ruth\"", at: "tenants"), report: .sample, back: "/t/gradely/classes/1/students/1",
            links: "/t/gradely/classes/1/students/1/links")
    }
}
