import HTML

/// What an entry says, beside others of its kind or of its own parts.
package struct CompareTable: Sendable {
    package struct Cell: Sendable {
        package var text: String
        /// Of the entry whose page it is.
        package var isOwn: Bool

        package init(_ text: String, isOwn: Bool = false) {
            self.text = text
            self.isOwn = isOwn
        }
    }

    package struct Row: Sendable {
        package var label: String
        package var cells: [Cell]

        package init(_ label: String, _ cells: [Cell]) {
            self.label = label
            self.cells = cells
        }
    }

    package var title: LocalText
    package var note: LocalText?
    package var corner: LocalText
    package var heads: [String]
    package var rows: [Row]

    package init(title: LocalText, note: LocalText? = nil, corner: LocalText, heads: [String], rows: [Row]) {
        self.title = title
        self.note = note
        self.corner = corner
        self.heads = heads
        self.rows = rows
    }

    package static var sample: CompareTable {
        CompareTable(
            title: LocalText(Strings.plans_entitlements_title), note: LocalText(Strings.plans_beside),
            corner: LocalText(Strings.plans_one_entitlement), heads: ["Free <0>", "Premium"],
            rows: [Row("Alarms & \"more\"", [Cell("2"), Cell("<50>", isOwn: true)])])
    }
}
