import HTML

/// A button that does its act at once: one that can be taken back.
package struct ActButton: Sendable {
    package var icon: ButtonIcon
    package var label: LocalText
    package var action: Link
    package var csrf: String

    package init(_ label: LocalText, icon: ButtonIcon, action: Link, csrf: String) {
        self.icon = icon
        self.label = label
        self.action = action
        self.csrf = csrf
    }
}
