import HTML

/// A chip that opens the list's columns, each with a tick.
package struct ColumnMenu: Sendable {
    /// The rest of the view, which stays as it is.
    package var hidden: [HiddenValue]
    package var columns: [Column]

    package struct Column: Sendable {
        package var value: String
        package var label: LocalText
        package var isShown: Bool

        package init(value: String, label: LocalText, isShown: Bool) {
            self.value = value
            self.label = label
            self.isShown = isShown
        }
    }

    package init(hidden: [HiddenValue], columns: [Column]) {
        self.hidden = hidden
        self.columns = columns
    }

    package static var sample: ColumnMenu {
        ColumnMenu(
            hidden: [HiddenValue("status", "active")],
            columns: [
                .init(value: "status", label: LocalText(Strings.user_status), isShown: true),
                .init(value: "role", label: LocalText(Strings.user_role), isShown: false),
            ])
    }
}
