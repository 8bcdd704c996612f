import HTML

/// What moving subscribers would do: how many, who gains or loses what, what comes in a month.
package struct MoveEffectCard: Sendable {
    package struct Difference: Sendable {
        package var label: String
        package var side: StatusBadge
        package var old: String
        package var new: String
        package var count: String

        package init(label: String, side: StatusBadge, old: String, new: String, count: String) {
            self.label = label
            self.side = side
            self.old = old
            self.new = new
            self.count = count
        }
    }

    package var title: LocalText
    package var moved: LocalText
    package var kept: LocalText?
    /// What the move can't change: prices that providers hold.
    package var paysOld: LocalText?
    package var differences: [Difference]
    package var before: String
    package var after: String
    package var action: Link?
    package var csrf: String
    package var hidden: [HiddenValue]

    package init(
        title: LocalText, moved: LocalText, kept: LocalText?, paysOld: LocalText?, differences: [Difference],
        before: String, after: String, action: Link?, csrf: String, hidden: [HiddenValue]
    ) {
        self.title = title
        self.moved = moved
        self.kept = kept
        self.paysOld = paysOld
        self.differences = differences
        self.before = before
        self.after = after
        self.action = action
        self.csrf = csrf
        self.hidden = hidden
    }
}
