import HTML

/// A student in the register.
package struct StudentFormPage: Sendable {
    /// A class that the student is in.
    package struct Place: Sendable {
        package var name: String
        package var term: String
        package var link: Link
        /// For who may give and end links.
        package var reportLinks: Link?

        package init(
            name: String, term: String, link: Link, reportLinks: Link? = nil
        ) {
            self.name = name
            self.term = term
            self.link = link
            self.reportLinks = reportLinks
        }
    }

    /// For who handles privacy requests.
    package struct Privacy: Sendable {
        /// Everything that is held about the student, as a file.
        package var data: Link
        /// Why the file is taken.
        package var dataReason: Field
        package var erasure: Link
        package var reason: Field

        package init(data: Link, dataReason: Field, erasure: Link, reason: Field) {
            self.data = data
            self.dataReason = dataReason
            self.erasure = erasure
            self.reason = reason
        }
    }

    package var frame: Frame
    package var title: String
    package var action: Link
    package var mayChange: Bool
    /// Why whoever changes others may not change this one.
    package var advice: LocalText?
    package var name: Field
    package var number: Field
    package var conflict: Conflict?
    package var hidden: [HiddenValue]
    package var classes: [Place]
    package var trail: TrailCard
    package var privacy: Privacy?

    package init(
        frame: Frame, title: String, action: Link, mayChange: Bool, advice: LocalText? = nil, name: Field,
        number: Field, conflict: Conflict?,
        hidden: [HiddenValue],
        classes: [Place], trail: TrailCard, privacy: Privacy?
    ) {
        self.privacy = privacy
        self.frame = frame
        self.title = title
        self.action = action
        self.mayChange = mayChange
        self.advice = advice
        self.name = name
        self.number = number
        self.conflict = conflict
        self.hidden = hidden
        self.classes = classes
        self.trail = trail
    }

    package var errors: ErrorSummary? {
        ErrorSummary([
            name.problem, number.problem, privacy?.dataReason.problem, privacy?.reason.problem,
        ])
    }

    package static var sample: StudentFormPage {
        var dataReason = Field("reason", label: LocalText(Strings.gradebook_reason), isRequired: true)
        dataReason.idPrefix = "data-"
        return StudentFormPage(
            frame: .sample("Adams, \"Ruth\"", at: "person"), title: "Adams, \"Ruth\" <x>",
            action: "/t/gradely/students/1",
            mayChange: true, advice: LocalText(Strings.gradebook_student_of_others),
            name: Field(
                "name", label: LocalText(Strings.gradebook_student_name), value: "Adams, \"Ruth\"", isRequired: true),
            number: Field(
                "number", label: LocalText(Strings.gradebook_number), value: "17",
                error: LocalText(Strings.gradebook_error_number)), conflict: .sample(Strings.gradebook_student_changed),
            hidden: [HiddenValue("version", "1")],
            classes: [Place(name: "Biology <9B>", term: "Autumn 2026", link: "/t/gradely/classes/1/students/1")],
            trail: .sample,
            privacy: Privacy(
                data: "/t/gradely/students/1/data.jsonl", dataReason: dataReason,
                erasure: "/t/gradely/students/1/erasure",
                reason: Field(
                    "reason", label: LocalText(Strings.gradebook_reason), value: "<x>",
                    hint: LocalText(Strings.gradebook_erase_reason_hint), error: LocalText(Strings.error_required),
                    isRequired: true)))
    }
}
