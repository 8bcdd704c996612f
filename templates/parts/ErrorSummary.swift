import HTML

/// What is wrong with a form, said once at its top; each line leads to its field.
package struct ErrorSummary: Sendable {
    package struct Line: Sendable {
        package var field: String
        package var label: LocalText
        package var error: LocalText
    }

    package var lines: [Line]

    /// nil when nothing is wrong.
    package init?(_ lines: [Line?]) {
        self.lines = lines.compactMap { $0 }
        if self.lines.isEmpty { return nil }
    }

    package var count: Int { lines.count }
}
