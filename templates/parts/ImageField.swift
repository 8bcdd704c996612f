import HTML

/// A field for a picture. A browser never shows again what was chosen: after an error it is chosen anew.
package struct ImageField: Sendable {
    package var name: String
    package var label: LocalText
    package var hint: LocalText
    package var error: LocalText?
    /// Media types with commas between them, for the browser's own window.
    package var accept: String

    package init(_ name: String, label: LocalText, hint: LocalText, error: LocalText? = nil, accept: String) {
        self.name = name
        self.label = label
        self.hint = hint
        self.error = error
        self.accept = accept
    }

    package var isWrong: Bool { error != nil }
    package var describedBy: String { (error == nil ? "" : name + "-error ") + name + "-hint" }
    package var problem: ErrorSummary.Line? { error.map { ErrorSummary.Line(field: name, label: label, error: $0) } }
}
