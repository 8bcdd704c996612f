import HTML

/// A field to choose a file with. A browser never shows again what was chosen: after an error it is chosen anew.
package struct FileField: Sendable {
    package var name: String
    package var label: LocalText
    /// Media types or endings with commas between them, for the browser's own window.
    package var accept: String
    package var isRequired: Bool
    package var hint: LocalText
    package var error: LocalText?

    package init(
        _ name: String, label: LocalText, accept: String, isRequired: Bool = false, hint: LocalText,
        error: LocalText? = nil
    ) {
        self.name = name
        self.label = label
        self.accept = accept
        self.isRequired = isRequired
        self.hint = hint
        self.error = error
    }

    package var isWrong: Bool { error != nil }
    package var describedBy: String { (isWrong ? name + "-error " : "") + name + "-hint" }
    package var problem: ErrorSummary.Line? { error.map { ErrorSummary.Line(field: name, label: label, error: $0) } }
}
