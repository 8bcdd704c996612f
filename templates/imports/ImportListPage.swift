import HTML

/// Bringing a file: the template, the form, and what was brought before.
package struct ImportListPage: Sendable {
    package struct Column: Sendable {
        package var label: LocalText
        package var hint: LocalText
        package var isRequired: Bool

        package init(label: LocalText, hint: LocalText, isRequired: Bool) {
            self.label = label
            self.hint = hint
            self.isRequired = isRequired
        }
    }

    package var frame: Frame
    package var action: Link
    package var file: FileField
    /// What was pasted in place of a file.
    package var pasted: String
    package var columns: [Column]
    package var past: WorkTable
    package var templateCSV: Link
    package var templateXLSX: Link
    /// How entries of several rows are written, where there are such.
    package var advice: LocalText?
    /// That imports are kept for.
    package var days: Int

    package init(
        frame: Frame, action: Link, file: FileField, pasted: String, columns: [Column], past: WorkTable,
        templateCSV: Link,
        templateXLSX: Link, advice: LocalText?, days: Int
    ) {
        self.frame = frame
        self.action = action
        self.file = file
        self.pasted = pasted
        self.columns = columns
        self.past = past
        self.templateCSV = templateCSV
        self.templateXLSX = templateXLSX
        self.advice = advice
        self.days = days
    }

    package var hasPasted: Bool { !pasted.isEmpty }
    package var errors: ErrorSummary? { ErrorSummary([file.problem]) }

    package static var sample: ImportListPage {
        ImportListPage(
            frame: .sample("Import users", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            action: "/t/rooster-me/users/import",
            file: FileField(
                "file", label: LocalText(Strings.import_file), accept: ".csv,.xlsx",
                hint: Strings.import_file_hint(size: Formatted.bytes(32_000_000)),
                error: Strings.import_at(row: 17, column: 3, problem: LocalText(Strings.import_problem_open_quote))),
            pasted: "e-mail;name\nzoe@example.org;\"<img src=x onerror=alert(1)>\"",
            columns: [
                Column(
                    label: LocalText(Strings.user_email), hint: LocalText(Strings.import_hint_email), isRequired: true),
                Column(
                    label: LocalText(Strings.user_plan), hint: LocalText(Strings.import_hint_choice), isRequired: false),
            ],
            past: WorkTable(
                label: LocalText(Strings.import_past), head: LocalText(Strings.import_file),
                third: LocalText(Strings.work_by),
                rows: [
                    .init(
                        link: "/t/rooster-me/users/import/1", name: "members \"<&>\" 2026.xlsx",
                        state: StatusBadge(LocalText(Strings.import_state_done), tone: .good), third: "Ada O'Neil",
                        when: "2 h")
                ]),
            templateCSV: "/t/rooster-me/users/import/template.csv",
            templateXLSX: "/t/rooster-me/users/import/template.xlsx",
            advice: LocalText(Strings.import_parts_advice), days: 30)
    }

    package static var sampleEmpty: ImportListPage {
        var page = sample
        (page.past.rows, page.pasted, page.file.error, page.advice) = ([], "", nil, nil)
        return page
    }
}
