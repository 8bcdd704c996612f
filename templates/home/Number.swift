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

    /// One that is compared with nothing.
    package init(_ label: StringKey, _ value: String) {
        self.init(label: LocalText(label), value: value, change: nil, isUp: false, isDown: false)
    }

    /// `growth`: the change against before, 0.042 for 4.2 % more.
    package init(_ label: StringKey, _ value: String, growth: Double) {
        self.init(
            label: LocalText(label), value: value,
            change: growth >= 0
                ? Strings.home_change_up(percent: Formatted.percent(growth, places: 1))
                : Strings.home_change_down(percent: Formatted.percent(-growth, places: 1)), isUp: growth > 0,
            isDown: growth < 0)
    }

    package static var samples: [Number] {
        [
            Number(Strings.home_users, "412,300"), Number(Strings.home_new_week, "1,204", growth: 0.042),
            Number(Strings.home_active_today, "18,204", growth: -0.011), Number(Strings.home_suspended, "37"),
        ]
    }
}
