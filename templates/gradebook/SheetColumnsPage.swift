import HTML

/// What each column of somebody's own sheet holds.
package struct SheetColumnsPage: Sendable {
    package struct Column: Sendable {
        package var choice: Choice
        /// For an assignment that the class does not have yet.
        package var possible: Field?

        package init(choice: Choice, possible: Field?) {
            self.choice = choice
            self.possible = possible
        }
    }

    package var frame: Frame
    package var action: Link
    package var hidden: [HiddenValue]
    package var columns: [Column]
    package var rest: Ticks
    package var unknown: Ticks
    /// What of the file is not read, and why.
    package var told: [String]
    package var cancel: Link

    package init(
        frame: Frame, action: Link, hidden: [HiddenValue], columns: [Column], rest: Ticks, unknown: Ticks,
        told: [String], cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.hidden = hidden
        self.columns = columns
        self.rest = rest
        self.unknown = unknown
        self.told = told
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary(columns.map(\.choice.problem)) }

    package var leavings: FileLeavings? { FileLeavings(told, frame) }

    package static var sample: SheetColumnsPage {
        SheetColumnsPage(
            frame: .sample("Columns", at: "tenants"), action: "/t/gradely/classes/1/files/preview",
            hidden: [HiddenValue("grid", "{\"titles\":[\"<b>\"]}")],
            columns: [
                Column(
                    choice: Choice(
                        "column-0", label: Strings.import_column(title: "Essay <b>\"1\""),
                        options: [.init(value: "new", label: "New", isSelected: true)],
                        hint: Strings.import_samples(samples: "17, <18>"), error: LocalText(Strings.import_column_twice)
                    ),
                    possible: Field(
                        "possible-0", label: Strings.gradebook_column_possible(title: "Essay <b>"), value: "100",
                        inputMode: "decimal"))
            ],
            rest: Ticks(
                "rest", label: LocalText(Strings.gradebook_rest),
                ticks: [.init(value: "new", label: LocalText(Strings.gradebook_rest_hint), isOn: false)]),
            unknown: Ticks(
                "unknown", label: LocalText(Strings.gradebook_add_unknown),
                ticks: [.init(value: "add", label: LocalText(Strings.gradebook_add_unknown_hint), isOn: false)]),
            told: ["The sheet “<x>” is not read."], cancel: "/t/gradely/classes/1/files")
    }
}
