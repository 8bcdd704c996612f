import HTML

/// Shows one language's texts in a form, or those of all.
package struct LanguageTab: Sendable {
    /// Empty: all.
    package var language: String
    package var label: LocalText
    package var isOn: Bool
    /// How much it lacks.
    package var gap: LocalText?

    package init(language: String, label: LocalText, isOn: Bool, gap: LocalText?) {
        self.language = language
        self.label = label
        self.isOn = isOn
        self.gap = gap
    }

    package var act: String { "language.\(language)" }
    package var pressed: String { isOn ? "true" : "false" }
}
