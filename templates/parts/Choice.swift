import HTML

/// A select with its label.
package struct Choice: Sendable {
    package var name: String
    package var label: LocalText
    package var options: [Option]
    package var hint: LocalText?
    package var error: LocalText?
    /// Sets choices of one name apart on a page with several forms; only ids carry it.
    package var idPrefix = ""
    package var hasFocus = false

    package struct Option: Sendable {
        package var value: String
        package var label: String
        package var isSelected: Bool

        package init(value: String, label: String, isSelected: Bool) {
            self.value = value
            self.label = label
            self.isSelected = isSelected
        }
    }

    package init(_ name: String, label: LocalText, options: [Option], hint: LocalText? = nil, error: LocalText? = nil) {
        self.name = name
        self.label = label
        self.options = options
        self.hint = hint
        self.error = error
    }

    package var id: String { idPrefix + name }
    package var isWrong: Bool { error != nil }
    /// So many options that a script adds a field which narrows them: countries, languages.
    package var isLong: Bool { options.count > 20 }
    package var isDescribed: Bool { error != nil || hint != nil }

    package var describedBy: String {
        [error == nil ? nil : id + "-error", hint == nil ? nil : id + "-hint"].compactMap { $0 }.joined(separator: " ")
    }

    package var problem: ErrorSummary.Line? {
        error.map { ErrorSummary.Line(field: id, label: label, error: $0) }
    }
}
