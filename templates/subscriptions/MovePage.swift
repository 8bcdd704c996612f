import HTML

/// What became of a move of subscribers.
package struct MovePage: Sendable {
    package var frame: Frame
    package var state: StatusBadge
    package var facts: [Fact]
    package var subscribers: Link
    /// The plan's, with this move in it; nil for somebody who may not see the audit log.
    package var trail: TrailCard?

    package init(frame: Frame, state: StatusBadge, facts: [Fact], subscribers: Link) {
        self.frame = frame
        self.state = state
        self.facts = facts
        self.subscribers = subscribers
    }

    package static var sample: MovePage {
        MovePage(
            frame: .sample("A move", at: "plan"), state: StatusBadge(LocalText(Strings.move_done), tone: .good),
            facts: [
                Fact(LocalText(Strings.move_moved), "1,204"), Fact(LocalText(Strings.approvals_by), "O'Brien <x>"),
            ],
            subscribers: "/t/rooster-me/plans/1/subscribers")
    }
}
