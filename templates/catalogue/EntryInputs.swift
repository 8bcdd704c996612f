import HTML

/// Inputs that belong together: what has no language, what is said in one.
package struct EntryInputs: Sendable {
    package var title: String?
    /// Of its texts, when that is one.
    package var language: String
    /// Another language is shown.
    package var isAway: Bool
    package var inputs: [EntryInput]

    package init(title: String?, language: String = "", isAway: Bool = false, inputs: [EntryInput]) {
        self.title = title
        self.language = language
        self.isAway = isAway
        self.inputs = inputs
    }

    /// Each says of which language's text it is.
    package var problems: [ErrorSummary.Line?] {
        inputs.map { input in
            guard var line = input.problem, hasLanguage, let title else { return input.problem }
            line.label = Strings.catalogue_in_language(field: line.label, language: title)
            return line
        }
    }

    package var hasLanguage: Bool { !language.isEmpty }
}
