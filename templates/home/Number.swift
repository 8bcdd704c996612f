import HTML

/// A figure with its name and what it was a week ago.
package struct Number: Sendable {
    package var label: LocalText
    package var value: String
    package var change: LocalText?
    package var isUp: Bool
    package var isDown: Bool

    package init(label: LocalText, value: String, change: LocalText?, isUp: Bool, isDown: Bool) {
        self.label = label
        self.value = value
        self.change = change
        self.isUp = isUp
        self.isDown = isDown
    }
}
