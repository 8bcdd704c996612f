import HTML

/// What became of one's own requests, on the home page.
package struct OwnRequestsPart: Sendable {
    package var table: ApprovalTable
    package var all: Link

    package init(table: ApprovalTable, all: Link) {
        self.table = table
        self.all = all
    }

    package static var sample: OwnRequestsPart {
        OwnRequestsPart(
            table: ApprovalTable(Strings.approvals_own, ApprovalRow.samples), all: "/t/rooster-me/approvals")
    }
}
