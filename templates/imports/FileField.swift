import HTML

/// A field to choose a file with.
package struct FileField: Sendable {
    package var name: String
    package var label: LocalText
    package var accept: String
    package var hint: LocalText
    package var error: LocalText?

    package init(_ name: String, label: LocalText, accept: String, hint: LocalText, error: LocalText? = nil) {
        self.name = name
        self.label = label
        self.accept = accept
        self.hint = hint
        self.error = error
    }

    package var isWrong: Bool { error != nil }
    package var problem: ErrorSummary.Line? { error.map { ErrorSummary.Line(field: name, label: label, error: $0) } }
}
