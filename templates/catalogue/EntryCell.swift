import HTML

/// An input in a table, whose head is its label.
package struct EntryCell: Sendable {
    package var name: String
    package var label: LocalText
    package var value: String
    /// A menu instead of a line; nil: a line.
    package var menu: [Choice.Option]?
    package var mode = "text"
    package var isLatin = false
    package var language = ""
    package var placeholder = ""
    /// The id of a list to pick from.
    package var list: String?
    package var hasFocus = false
    package var error: LocalText?
    package var hidden: [HiddenValue] = []

    package init(_ name: String, label: LocalText, value: String, error: LocalText? = nil) {
        self.name = name
        self.label = label
        self.value = value
        self.error = error
    }

    package var isMenu: Bool { menu != nil }
    package var options: [Choice.Option] { menu ?? [] }
    package var isWrong: Bool { error != nil }
    package var hasLanguage: Bool { !language.isEmpty }
    package var direction: String { hasLanguage ? Language.direction(of: language) : "auto" }
    package var hasPlaceholder: Bool { !placeholder.isEmpty }
    package var problem: ErrorSummary.Line? { error.map { ErrorSummary.Line(field: name, label: label, error: $0) } }
}
