import HTML

/// From which day on a template is applied, and to which goals.
package struct PlanRunFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// How many the template has.
    package var sessions: LocalText
    package var day: Field
    package var scope: Choice
    package var group: Choice
    package var planned: Choice
    package var runs: Link
    package var refused: LocalText?

    package init(
        frame: Frame, action: Link, sessions: LocalText, day: Field, scope: Choice, group: Choice, planned: Choice,
        runs: Link, refused: LocalText?
    ) {
        self.frame = frame
        self.action = action
        self.sessions = sessions
        self.day = day
        self.scope = scope
        self.group = group
        self.planned = planned
        self.runs = runs
        self.refused = refused
    }

    package var errors: ErrorSummary? {
        ErrorSummary([day.problem, scope.problem, group.problem, planned.problem])
    }

    package static var sample: PlanRunFormPage {
        func choice(_ name: String, _ label: StringKey) -> Choice {
            Choice(
                name, label: LocalText(label), options: [.init(value: "a", label: "One <&>", isSelected: true)],
                error: LocalText(Strings.error_choice))
        }
        return PlanRunFormPage(
            frame: .sample("Apply \"First <month>\"", at: "copy"), action: "/t/fitpact/fitness-templates/1/application",
            sessions: Strings.fitness_sessions(count: 12),
            day: .day("from", LocalText(Strings.fitness_template_from), "2026-11-24", .en, isRequired: true),
            scope: choice("scope", Strings.fitness_run_scope), group: choice("group", Strings.fitness_run_group),
            planned: choice("planned", Strings.fitness_run_planned), runs: "/t/fitpact/fitness-plan-runs",
            refused: LocalText(Strings.fitness_run_nobody))
    }
}
