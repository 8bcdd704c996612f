import HTML

/// Requests, one below the other.
package struct ApprovalTable: Sendable {
    package var label: LocalText
    package var rows: [ApprovalRow]

    package init(_ label: StringKey, _ rows: [ApprovalRow]) {
        self.label = LocalText(label)
        self.rows = rows
    }
}
