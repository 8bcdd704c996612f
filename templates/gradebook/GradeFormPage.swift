import HTML

/// The cells of one student or one assignment as a form, and the numbers that follow from them.
package struct GradeFormPage: Sendable {
    package struct Row: Sendable {
        package var field: Field
        /// What stood there when the form was opened, and its version.
        package var seen: HiddenValue
        package var history: Link

        package init(
            field: Field, seen: HiddenValue, history: Link
        ) {
            self.field = field
            self.seen = seen
            self.history = history
        }
    }

    package struct How: Sendable {
        package var category: String
        package var counted: String
        package var dropped: String
        package var earned: String
        package var possible: String
        package var percent: String
        /// nil for a category that is left out, or a class without weights.
        package var weight: String?

        package init(
            category: String, counted: String, dropped: String, earned: String, possible: String, percent: String,
            weight: String?
        ) {
            self.category = category
            self.counted = counted
            self.dropped = dropped
            self.earned = earned
            self.possible = possible
            self.percent = percent
            self.weight = weight
        }

        package var hasDropped: Bool { !dropped.isEmpty }
    }

    /// A percentage by hand, in place of the computed one.
    package struct Override: Sendable {
        package var action: Link
        package var percent: Field
        package var reason: Field
        package var version: HiddenValue

        package init(
            action: Link, percent: Field, reason: Field, version: HiddenValue
        ) {
            self.action = action
            self.percent = percent
            self.reason = reason
            self.version = version
        }
    }

    package var frame: Frame
    package var title: String
    package var detail: String
    package var action: Link
    package var mayChange: Bool
    package var rows: [Row]
    package var why: Field
    /// In place of the rows where there are none.
    package var nothing: LocalText
    package var facts: [Fact]
    /// How the total was computed.
    package var how: [How]?
    package var hasDropped: Bool { how?.contains(where: \.hasDropped) ?? false }
    /// The last steps of the computation: the total from its categories, and its letter.
    package var howSteps: [Fact] = []
    package var numbersHow: NumbersHow?
    package var chart: Chart?
    package var override: Override?
    package var report: Link?
    /// For who may give and end links.
    package var links: ReportLinksCard?
    /// Who has set the total by hand, and when.
    package var totalHistory: Link?
    package var attendance: Link?
    package var edit: Link?
    package var removal: Link?
    package var back: Link

    package init(
        frame: Frame, title: String, detail: String, action: Link, mayChange: Bool, rows: [Row], why: Field,
        nothing: LocalText,
        facts: [Fact], how: [How]?, numbersHow: NumbersHow?, chart: Chart?, override: Override?,
        report: Link?, attendance: Link?, edit: Link?, removal: Link?,
        back: Link
    ) {
        self.frame = frame
        self.title = title
        self.detail = detail
        self.action = action
        self.mayChange = mayChange
        self.rows = rows
        self.why = why
        self.nothing = nothing
        self.facts = facts
        self.how = how
        self.numbersHow = numbersHow
        self.chart = chart
        self.override = override
        self.report = report
        self.attendance = attendance
        self.edit = edit
        self.removal = removal
        self.back = back
    }

    package var removalMenu: ConfirmMenu? {
        removal.map {
            ConfirmMenu(
                Strings.gradebook_remove_student, advice: Strings.gradebook_remove_student_advice,
                confirm: Strings.gradebook_remove_student, action: $0, in: frame)
        }
    }

    package var errors: ErrorSummary? {
        ErrorSummary(rows.map(\.field.problem) + [why.problem, override?.percent.problem, override?.reason.problem])
    }

    package static var sample: GradeFormPage {
        var page = GradeFormPage(
            frame: .sample("Adams, \"Ruth\"", at: "tenants"), title: "Adams, \"Ruth\" <x>", detail: "17",
            action: "/t/gradely/classes/1/students/1/grades", mayChange: true,
            rows: [
                Row(
                    field: Field(
                        "grade-1", label: Strings.gradebook_person(name: "Essay <1>"), value: "abc",
                        hint: Strings.gradebook_of_on(points: "20", day: "12 Sep"),
                        error: Strings.gradebook_error_grade(text: "<abc>"), isRequired: true),
                    seen: HiddenValue("seen-1", "2 18"), history: "/t/gradely/classes/1/students/1/assignments/1")
            ],
            why: Field(
                "why", label: LocalText(Strings.gradebook_why), value: "Was \"ill\" <x>",
                hint: LocalText(Strings.gradebook_why_hint), error: Strings.error_too_long(max: 300)),
            nothing: LocalText(Strings.gradebook_no_assignments),
            facts: [Fact(LocalText(Strings.gradebook_total), "90.0%")],
            how: [
                How(
                    category: "Tests <&>", counted: "Essay 18/20", dropped: "Quiz 1/10", earned: "18", possible: "20",
                    percent: "90.0%", weight: "40"),
                How(
                    category: "Labs", counted: "", dropped: "", earned: "0", possible: "0", percent: "—", weight: nil),
            ], numbersHow: .sample, chart: .sampleBars,
            override: Override(
                action: "/t/gradely/classes/1/students/1/override",
                percent: Field("percent", label: LocalText(Strings.gradebook_override_percent), value: "95"),
                reason: Field(
                    "reason", label: LocalText(Strings.gradebook_reason), error: LocalText(Strings.error_required)),
                version: HiddenValue("version", "1")), report: "/t/gradely/classes/1/students/1/report",
            attendance: "/t/gradely/classes/1/students/1/attendance",
            edit: "/t/gradely/classes/1/assignments/1/edit", removal: "/t/gradely/classes/1/students/1/removal",
            back: "/t/gradely/classes/1")
        page.links = .sample
        page.howSteps = [Fact(LocalText(Strings.gradebook_total), "(40 × 18 / 20) / 40 = 90.0%")]
        return page
    }
}
