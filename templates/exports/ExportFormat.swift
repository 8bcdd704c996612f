import HTML

/// A format to download.
package struct ExportFormat: Sendable {
    package var label: LocalText
    package var hint: LocalText
    package var format: String
    /// The file's address; nil where the form's own makes it.
    package var action: Link?
    package var icon: String

    package init(label: LocalText, hint: LocalText, format: String, action: Link?, icon: String) {
        self.label = label
        self.hint = hint
        self.format = format
        self.action = action
        self.icon = icon
    }
}
