import HTML

/// Those that work in the background is about, by what became of them.
package struct WorkRows: Sendable {
    package struct Tab: Sendable {
        package var label: LocalText
        package var link: Link
        package var isCurrent: Bool

        package init(label: LocalText, link: Link, isCurrent: Bool) {
            self.label = label
            self.link = link
            self.isCurrent = isCurrent
        }
    }

    package var label: LocalText
    /// What one of them is.
    package var head: LocalText
    package var tabs: [Tab]
    package var rows: [WorkRow]
    package var pager: Pager
    /// False if there is nothing to say of any row but its state.
    package var hasEffects: Bool

    package init(label: LocalText, head: LocalText, tabs: [Tab], rows: [WorkRow], pager: Pager) {
        self.label = label
        self.head = head
        self.tabs = tabs
        let hasEffects = rows.contains { $0.hasFaults || $0.diff != nil }
        self.hasEffects = hasEffects
        self.rows = rows.map { row in
            var row = row
            row.hasEffects = hasEffects
            return row
        }
        self.pager = pager
    }
}
