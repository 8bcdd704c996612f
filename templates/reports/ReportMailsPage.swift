import HTML

/// The reports that an admin gets by mail.
package struct ReportMailsPage: Sendable {
    package struct Row: Sendable {
        package var title: LocalText
        /// The report as it is asked.
        package var link: Link
        /// What it is asked, in words.
        package var narrowing: String
        package var format: LocalText
        package var frequency: LocalText
        package var next: Formatted
        /// nil when none went out yet.
        package var sent: Formatted?
        package var stop: Link

        package init(
            title: LocalText, link: Link, narrowing: String, format: LocalText, frequency: LocalText, next: Formatted,
            sent: Formatted?, stop: Link
        ) {
            self.title = title
            self.link = link
            self.narrowing = narrowing
            self.format = format
            self.frequency = frequency
            self.next = next
            self.sent = sent
            self.stop = stop
        }
    }

    package struct ReportLink: Sendable {
        package var label: LocalText
        package var link: Link

        package init(label: LocalText, link: Link) {
            self.label = label
            self.link = link
        }
    }

    package var frame: Frame
    package var rows: [Row]
    /// Roost has a mail server.
    package var isMailSet: Bool
    /// Where one can be asked for.
    package var reports: [ReportLink]

    package init(frame: Frame, rows: [Row], isMailSet: Bool, reports: [ReportLink]) {
        self.frame = frame
        self.rows = rows
        self.isMailSet = isMailSet
        self.reports = reports
    }

    package static var sample: ReportMailsPage {
        ReportMailsPage(
            frame: .sample("Reports by mail", at: ""),
            rows: [
                Row(
                    title: LocalText(Strings.reports_users), link: "/t/rooster-me/reports/users?by=month",
                    narrowing: "Group by: Month · Plan: <&>",
                    format: LocalText(Strings.export_xlsx), frequency: LocalText(Strings.report_mail_weekly),
                    next: .dateTime(LocalTime(microseconds: 1_795_000_000_000_000)),
                    sent: .dateTime(LocalTime(microseconds: 1_794_000_000_000_000)),
                    stop: "/t/rooster-me/reports/mails/1/deletion"),
                Row(
                    title: LocalText(Strings.finance_title), link: "/t/rooster-me/finance", narrowing: "EUR",
                    format: LocalText(Strings.export_csv),
                    frequency: LocalText(Strings.report_mail_monthly),
                    next: .dateTime(LocalTime(microseconds: 1_795_000_000_000_000)), sent: nil,
                    stop: "/t/rooster-me/reports/mails/2/deletion"),
            ], isMailSet: true, reports: [])
    }

    /// Of an installation without a mail server.
    package static var sampleEmpty: ReportMailsPage {
        ReportMailsPage(
            frame: .sample("Reports by mail", at: ""), rows: [], isMailSet: false,
            reports: [ReportLink(label: LocalText(Strings.reports_users), link: "/t/rooster-me/reports/users")])
    }
}
