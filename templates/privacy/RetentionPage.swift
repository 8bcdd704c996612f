import HTML

/// How long rows about users are kept while the user stays, and what would go.
package struct RetentionPage: Sendable {
    package struct Row: Sendable {
        package var label: LocalText
        package var days: Field
        /// nil: kept for ever.
        package var going: LocalText?

        package init(label: LocalText, days: Field, going: LocalText?) {
            self.label = label
            self.days = days
            self.going = going
        }
    }

    package var frame: Frame
    /// nil for somebody who may only look.
    package var action: Link?
    package var preview: Link
    package var rows: [Row]

    package init(frame: Frame, action: Link?, preview: Link, rows: [Row]) {
        self.frame = frame
        self.action = action
        self.preview = preview
        self.rows = rows
    }

    /// All fields have the same label, so each error is named by its table.
    package var errors: ErrorSummary? {
        ErrorSummary(
            rows.map { row in
                row.days.problem.map { ErrorSummary.Line(field: $0.field, label: row.label, error: $0.error) }
            })
    }

    package static var sample: RetentionPage {
        RetentionPage(
            frame: .sample("Retention", at: "privacy"), action: "/t/rooster-me/privacy/retention",
            preview: "/t/rooster-me/privacy/retention/preview",
            rows: [
                Row(
                    label: LocalText(Strings.user_devices),
                    days: Field("days-user_devices", label: LocalText(Strings.retention_days), value: "400"),
                    going: Strings.retention_going(rows: 1204)),
                Row(
                    label: LocalText(Strings.personal_sessions),
                    days: Field(
                        "days-alarm_wakes", label: LocalText(Strings.retention_days), value: "<b>",
                        error: Strings.retention_days_wrong(max: 36_500)), going: nil),
            ])
    }
}
