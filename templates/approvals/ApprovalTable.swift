import HTML

/// Requests, one below the other.
package struct ApprovalTable: Sendable {
    package var label: LocalText
    package var rows: [ApprovalRow]

    package init(_ label: StringKey, _ rows: [ApprovalRow]) {
        self.label = LocalText(label)
        self.rows = rows
    }

    /// On the home page.
    package static var samplePart: HomePart {
        .waiting(
            ApprovalTable(Strings.home_attention, ApprovalRow.samples), label: LocalText(Strings.home_all_approvals),
            link: "/t/rooster-me/approvals")
    }
}
