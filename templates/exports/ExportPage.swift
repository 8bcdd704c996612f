import HTML

/// What to take out, in which format, and why.
package struct ExportPage: Sendable {
    package var frame: Frame
    package var heading: LocalText
    package var count: LocalText
    /// The filters in words; empty for everything.
    package var narrowing: [String]
    /// What everything is.
    package var everything: LocalText
    /// Those that the file can have.
    package var columns: Ticks
    /// Of heads and words.
    package var language: Choice
    /// On whose clock its times are; nil where it has none.
    package var clock: LocalText?
    package var formats: [ExportFormat]
    package var hidden: [HiddenValue]
    /// Where the file is asked for when it is made in the background; nil when it comes at once.
    package var background: Background?
    /// What was asked for before; nil where there is no background.
    package var past: Link?
    package var reason: Field
    package var cancel: Link

    package struct Background: Sendable {
        package var action: Link
        package var csrf: String
        /// That the file is kept for.
        package var hours: Int

        package init(action: Link, csrf: String, hours: Int) {
            self.action = action
            self.csrf = csrf
            self.hours = hours
        }
    }

    package init(
        frame: Frame, heading: LocalText, count: LocalText, narrowing: [String], everything: LocalText,
        columns: Ticks, language: Choice, clock: LocalText?, formats: [ExportFormat], hidden: [HiddenValue],
        background: Background? = nil, past: Link? = nil, reason: Field,
        cancel: Link
    ) {
        self.frame = frame
        self.heading = heading
        self.count = count
        self.narrowing = narrowing
        self.everything = everything
        self.columns = columns
        self.language = language
        self.clock = clock
        self.formats = formats
        self.hidden = hidden
        self.background = background
        self.past = past
        self.reason = reason
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([reason.problem]) }

    package static var sample: ExportPage {
        ExportPage(
            frame: .sample("Export users", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            heading: LocalText(Strings.export_title), count: Strings.export_count_about(total: 412_300),
            narrowing: ["Status: Active", "“o'brien” & <co>", "کشور: ایران"], everything: LocalText(Strings.export_all),
            columns: Ticks(
                "file_column", label: LocalText(Strings.export_columns),
                ticks: [
                    .init(value: "email", label: LocalText(Strings.user_email), isOn: true),
                    .init(value: "created", label: LocalText(Strings.user_created), isOn: false),
                ]),
            language: Choice(
                "file_language", label: LocalText(Strings.export_language),
                options: [
                    .init(value: "fa", label: "فارسی", isSelected: true),
                    .init(value: "en", label: "English", isSelected: false),
                ], hint: LocalText(Strings.export_language_hint)),
            clock: Strings.export_clock(zone: "Asia/Tehran"),
            formats: [
                ExportFormat(
                    label: LocalText(Strings.export_csv), hint: LocalText(Strings.export_csv_hint),
                    format: "csv", action: "/t/rooster-me/users/export.csv", icon: "download"),
                ExportFormat(
                    label: LocalText(Strings.export_xlsx), hint: LocalText(Strings.export_xlsx_hint),
                    format: "xlsx", action: "/t/rooster-me/users/export.xlsx", icon: "download"),
                ExportFormat(
                    label: LocalText(Strings.export_jsonl), hint: LocalText(Strings.export_jsonl_hint),
                    format: "jsonl", action: "/t/rooster-me/users/export.jsonl", icon: "download"),
            ],
            hidden: [HiddenValue("status", "active")],
            reason: Field(
                "reason", label: LocalText(Strings.export_reason), hint: LocalText(Strings.export_reason_hint),
                error: LocalText(Strings.error_required), isRequired: true),
            cancel: "/t/rooster-me/users")
    }

    /// More than leaves at once.
    package static var sampleLarge: ExportPage {
        var page = sample
        page.background = Background(action: "/t/rooster-me/users/export", csrf: "x", hours: 24)
        page.past = "/t/rooster-me/exports"
        for index in page.formats.indices { page.formats[index].action = nil }
        return page
    }
}
