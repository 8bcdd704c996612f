import HTML

/// Plans to begin with, by goal type.
package struct TemplatesPage: Sendable {
    package struct Template: Sendable {
        package var name: String
        package var type: String
        package var sessions: LocalText
        package var application: Link?
        package var deletion: Link?

        package init(name: String, type: String, sessions: LocalText, application: Link?, deletion: Link?) {
            self.name = name
            self.type = type
            self.sessions = sessions
            self.application = application
            self.deletion = deletion
        }
    }

    package var frame: Frame
    /// Which were applied to many goals.
    package var runs: Link
    package var templates: [Template]

    package init(frame: Frame, runs: Link, templates: [Template]) {
        self.frame = frame
        self.runs = runs
        self.templates = templates
    }

    package static var sample: TemplatesPage {
        TemplatesPage(
            frame: .sample("Templates", at: "copy"), runs: "/t/fitpact/fitness-plan-runs",
            templates: [
                Template(
                    name: "First <month>", type: "Marathon <&>", sessions: Strings.fitness_sessions(count: 12),
                    application: "/t/fitpact/fitness-templates/1/application",
                    deletion: "/t/fitpact/fitness-templates/1/deletion"),
                Template(
                    name: "ماه نخست", type: "", sessions: Strings.fitness_sessions(count: 1), application: nil,
                    deletion: nil),
            ])
    }

    package static var sampleEmpty: TemplatesPage {
        TemplatesPage(
            frame: .sample("Templates", at: "copy"), runs: "/t/fitpact/fitness-plan-runs", templates: [])
    }
}
