import HTML

/// Another server whose timetable comes into the draft.
package struct SourcePage: Sendable {
    package var frame: Frame
    package var action: Link
    package var inputs: [BasicInput]
    /// Why the last time gave no import.
    package var problem: LocalText?
    /// When it was fetched last, and when it is next.
    package var last: String?
    package var next: String?
    package var lastImport: Link?
    package var imports: Link
    /// nil before anything was saved.
    package var fetch: Link?
    package var trail: TrailCard?

    /// What the form was opened over.
    package var hidden: [HiddenValue] = []
    package var conflict: Conflict?

    package init(
        frame: Frame, action: Link, inputs: [BasicInput], problem: LocalText?, last: String?, next: String?,
        lastImport: Link?, imports: Link, fetch: Link?
    ) {
        self.frame = frame
        self.action = action
        self.inputs = inputs
        self.problem = problem
        self.last = last
        self.next = next
        self.lastImport = lastImport
        self.imports = imports
        self.fetch = fetch
    }

    package var errors: ErrorSummary? {
        ErrorSummary(inputs.map { $0.field?.problem ?? $0.choice?.problem })
    }

    package static var sample: SourcePage {
        SourcePage(
            frame: .sample("Timetable from another server", at: "clock"), action: "/t/rooster-me/timetable-source",
            inputs: [
                BasicInput(
                    field: Field(
                        "url", label: LocalText(Strings.timetable_source_url), value: "http://\"<b>\"",
                        error: LocalText(Strings.timetable_error_source_url), isRequired: true)),
                BasicInput(
                    choice: Choice(
                        "frequency", label: LocalText(Strings.timetable_source_every),
                        options: [.init(value: "daily", label: "Every day <b>", isSelected: true)])),
            ], problem: LocalText(Strings.timetable_source_problem_unreachable), last: "23 Nov 2026, 04:10",
            next: "24 Nov 2026, 04:10", lastImport: "/t/rooster-me/timetable-lessons/import/1",
            imports: "/t/rooster-me/timetable-lessons/import", fetch: "/t/rooster-me/timetable-source/fetch")
    }

    package static var sampleEmpty: SourcePage {
        var page = sample
        page.inputs[0].field?.error = nil
        (page.problem, page.last, page.next, page.lastImport, page.fetch) = (nil, nil, nil, nil, nil)
        return page
    }
}
