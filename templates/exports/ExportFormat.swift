import HTML

/// A format to download.
package struct ExportFormat: Sendable {
    package var label: LocalText
    package var hint: LocalText
    package var action: Link
    package var icon: String

    package init(label: LocalText, hint: LocalText, action: Link, icon: String) {
        self.label = label
        self.hint = hint
        self.action = action
        self.icon = icon
    }
}
