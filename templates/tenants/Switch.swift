import HTML

/// Something of a tenant that is on or off: what it does, which of both it is, and the way to the other state.
package struct Switch: Sendable {
    package var label: LocalText
    package var what: LocalText
    package var isOn: Bool
    package var action: Link

    package init(label: LocalText, what: LocalText, isOn: Bool, action: Link) {
        self.label = label
        self.what = what
        self.isOn = isOn
        self.action = action
    }

    /// What the button asks for: never "the other one", which two clicks at once would undo.
    package var wanted: String { isOn ? "off" : "on" }

    package var buttonLabel: LocalText {
        isOn ? Strings.settings_turn_off_one(service: label) : Strings.settings_turn_on_one(service: label)
    }
}
