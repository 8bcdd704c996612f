import HTML

/// A button that opens the consequences of an act; the button inside performs it.
package struct ConfirmMenu: Sendable {
    package var icon: ButtonIcon
    package var label: LocalText
    package var advice: LocalText
    package var confirm: LocalText
    package var action: Link
    package var csrf: String
    package var isDanger: Bool
    package var hidden: [HiddenValue]

    package init(
        _ label: StringKey, icon: String = "trash", advice: StringKey, confirm: StringKey, action: Link,
        in frame: Frame,
        isDanger: Bool = true, hidden: [HiddenValue] = []
    ) {
        self.icon = frame.icon(icon)
        self.label = LocalText(label)
        self.advice = LocalText(advice)
        self.confirm = LocalText(confirm)
        self.action = action
        csrf = frame.csrf
        self.isDanger = isDanger
        self.hidden = hidden
    }
}
