import HTML

/// What waits for a second admin, and what became of the rest.
package struct ApprovalListPage: Sendable {
    package var frame: Frame
    package var waiting: ApprovalTable
    package var over: ApprovalTable
    /// False on later pages of what is over.
    package var isFirst: Bool
    package var next: Link?
    /// Where acts are chosen, for who may.
    package var settings: Link?

    package init(frame: Frame, waiting: [ApprovalRow], over: [ApprovalRow], isFirst: Bool, next: Link?, settings: Link?)
    {
        self.frame = frame
        self.waiting = ApprovalTable(Strings.approvals_waiting, waiting)
        self.over = ApprovalTable(Strings.approvals_over, over)
        self.isFirst = isFirst
        self.next = next
        self.settings = settings
    }

    package static var sample: ApprovalListPage {
        ApprovalListPage(
            frame: .sample("Approvals", at: "check"), waiting: [ApprovalRow.samples[0]], over: [ApprovalRow.samples[1]],
            isFirst: true,
            next: "/t/rooster-me/approvals", settings: "/t/rooster-me/settings")
    }

    package static var sampleEmpty: ApprovalListPage {
        ApprovalListPage(
            frame: .sample("Approvals", at: "check"), waiting: [], over: [], isFirst: true, next: nil, settings: nil)
    }
}
