import HTML

/// How often a report shall come by mail, and as what.
package struct ReportMailFormPage: Sendable {
    package var frame: Frame
    package var report: LocalText
    /// What it is asked beside the days, in words.
    package var narrowing: [String]
    package var action: Link
    package var hidden: [HiddenValue]
    package var frequency: Choice
    package var format: Choice
    /// The address that it goes to.
    package var reader: String
    /// Roost has a mail server.
    package var isMailSet: Bool
    /// Those that come already.
    package var all: Link
    package var cancel: Link

    package init(
        frame: Frame, report: LocalText, narrowing: [String], action: Link, hidden: [HiddenValue], frequency: Choice,
        format: Choice, reader: String,
        isMailSet: Bool, all: Link, cancel: Link
    ) {
        self.frame = frame
        self.report = report
        self.narrowing = narrowing
        self.action = action
        self.hidden = hidden
        self.frequency = frequency
        self.format = format
        self.reader = reader
        self.isMailSet = isMailSet
        self.all = all
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([frequency.problem, format.problem]) }

    package static var sample: ReportMailFormPage {
        ReportMailFormPage(
            frame: .sample(
                "By mail", at: "", crumbs: [Crumb(label: "Users over time", link: "/t/rooster-me/reports/users")]),
            report: LocalText(Strings.reports_users), narrowing: ["Group by: Month", "Country: <&>"],
            action: "/t/rooster-me/reports/users/mail",
            hidden: [HiddenValue("by", "month")],
            frequency: Choice(
                "rhythm", label: LocalText(Strings.report_mail_rhythm),
                options: [.init(value: "week", label: "Each week", isSelected: true)],
                error: Strings.report_mail_too_many(max: 20)),
            format: Choice(
                "format", label: LocalText(Strings.report_mail_format),
                options: [.init(value: "xlsx", label: "Excel", isSelected: true)]),
            reader: "zoë@example.org", isMailSet: true, all: "/t/rooster-me/reports/mails",
            cancel: "/t/rooster-me/reports/users")
    }

    /// Of an installation without a mail server.
    package static var sampleWithout: ReportMailFormPage {
        var page = sample
        (page.isMailSet, page.frequency.error, page.narrowing) = (false, nil, [])
        return page
    }
}
