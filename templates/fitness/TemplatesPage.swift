import HTML

/// Plans to begin with, by goal type.
package struct TemplatesPage: Sendable {
    package struct Template: Sendable {
        package var name: String
        package var type: String
        package var sessions: LocalText
        package var deletion: Link?

        package init(name: String, type: String, sessions: LocalText, deletion: Link?) {
            self.name = name
            self.type = type
            self.sessions = sessions
            self.deletion = deletion
        }
    }

    package var frame: Frame
    package var templates: [Template]

    package init(frame: Frame, templates: [Template]) {
        self.frame = frame
        self.templates = templates
    }

    package static var sample: TemplatesPage {
        TemplatesPage(
            frame: .sample("Templates", at: "copy"),
            templates: [
                Template(
                    name: "First <month>", type: "Marathon <&>", sessions: Strings.fitness_sessions(count: 12),
                    deletion: "/t/fitpact/fitness-templates/1/deletion"),
                Template(name: "ماه نخست", type: "", sessions: Strings.fitness_sessions(count: 1), deletion: nil),
            ])
    }

    package static var sampleEmpty: TemplatesPage {
        TemplatesPage(frame: .sample("Templates", at: "copy"), templates: [])
    }
}
