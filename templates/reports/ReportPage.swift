import HTML

/// A report in any days: what it is asked, a picture, and the numbers.
package struct ReportPage: Sendable {
    package var frame: Frame
    package var title: LocalText
    /// The question in words, for paper too; nil when it was wrong.
    package var requested: String?
    package var action: Link
    package var from: Field
    package var until: Field
    package var choices: [Choice]
    package var export: Link?
    /// Where it is asked for by mail; nil when the question was wrong, or no mail is sent.
    package var mail: Link?
    /// What its numbers mean.
    package var about: [LocalText]
    package var chart: Chart?
    /// The table below has the picture's own numbers, which paper then wants once.
    package var isTold: Bool
    package var tables: [ReportTable]

    package init(
        frame: Frame, title: LocalText, requested: String?, action: Link, from: Field, until: Field, choices: [Choice],
        export: Link?, mail: Link?,
        about: [LocalText], chart: Chart?, isTold: Bool, tables: [ReportTable]
    ) {
        self.frame = frame
        self.title = title
        self.requested = requested
        self.action = action
        self.from = from
        self.until = until
        self.choices = choices
        self.export = export
        self.mail = mail
        self.about = about
        self.chart = chart
        self.isTold = isTold
        self.tables = tables
    }

    package var errors: ErrorSummary? { ErrorSummary([from.problem, until.problem]) }
    package var isEmpty: Bool { requested != nil && tables.isEmpty }

    package static var sample: ReportPage {
        ReportPage(
            frame: .sample("Users", at: "users"), title: LocalText(Strings.reports_users),
            requested: "1 Sep 2026 to 20 Nov 2026 · Country: <&>",
            action: "/t/rooster-me/reports/users",
            from: Field(
                "from", label: LocalText(Strings.finance_from), value: "2026-09-01", type: "date", isLatin: true),
            until: Field(
                "until", label: LocalText(Strings.finance_until), value: "2026-11-20", type: "date", isLatin: true),
            choices: [
                Choice(
                    "by", label: LocalText(Strings.finance_by),
                    options: [.init(value: "month", label: "Month", isSelected: true)])
            ],
            export: "/t/rooster-me/reports/users/export?by=month",
            mail: "/t/rooster-me/reports/users/mail", about: [LocalText(Strings.reports_users_about)],
            chart: .sampleBars, isTold: false,
            tables: [.sample, .sampleCohorts])
    }

    /// Asked for days that no calendar has.
    package static var sampleWrong: ReportPage {
        var page = sample
        (page.from.value, page.from.type) = ("<x>", "text")
        page.from.error = LocalText(Strings.error_day)
        (page.requested, page.export, page.chart, page.tables) = (nil, nil, nil, [])
        return page
    }

    package static var sampleEmpty: ReportPage {
        var page = sample
        (page.export, page.chart, page.tables) = (nil, nil, [])
        return page
    }
}
