import HTML

/// What was begun in the background lately, the last first.
package struct WorkTable: Sendable {
    package struct Row: Sendable {
        package var link: Link
        package var name: String
        package var detail: LocalText?
        package var state: StatusBadge
        package var third: String
        package var when: String

        package init(
            link: Link, name: String, detail: LocalText? = nil, state: StatusBadge, third: String, when: String
        ) {
            self.link = link
            self.name = name
            self.detail = detail
            self.state = state
            self.third = third
            self.when = when
        }
    }

    package var label: LocalText
    package var head: LocalText
    /// What the column between state and time is called.
    package var third: LocalText
    package var rows: [Row]

    package init(label: LocalText, head: LocalText, third: LocalText, rows: [Row]) {
        self.label = label
        self.head = head
        self.third = third
        self.rows = rows
    }
}
