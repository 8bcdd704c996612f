import HTML

/// The colours a tenant can have, each with its name.
package struct AccentChoice: Sendable {
    package struct Option: Sendable {
        package var value: String
        package var label: LocalText
        package var className: String
        package var isSelected: Bool

        package init(value: String, label: LocalText, className: String, isSelected: Bool) {
            self.value = value
            self.label = label
            self.className = className
            self.isSelected = isSelected
        }
    }

    package var options: [Option]
    package var error: LocalText?

    package init(options: [Option], error: LocalText?) {
        self.options = options
        self.error = error
    }

    package var isWrong: Bool { error != nil }

    package var problem: ErrorSummary.Line? {
        error.map { ErrorSummary.Line(field: "accent", label: LocalText(Strings.settings_accent), error: $0) }
    }

    package static var sample: AccentChoice {
        AccentChoice(
            options: [
                .init(
                    value: "#b4400a", label: LocalText(Strings.accent_rust), className: "accent-1", isSelected: false),
                .init(
                    value: "#136c3e", label: LocalText(Strings.accent_green), className: "accent-3", isSelected: true),
            ], error: LocalText(Strings.error_choice))
    }
}
