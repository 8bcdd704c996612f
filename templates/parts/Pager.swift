import HTML

/// The foot of a list: how many of how many, and the way on.
package struct Pager: Sendable {
    package var shown: LocalText
    package var previous: Link?
    package var next: Link?
    /// Asks for the exact count where an estimate is shown.
    package var exact: Link?

    package init(shown: LocalText, previous: Link?, next: Link?, exact: Link?) {
        self.shown = shown
        self.previous = previous
        self.next = next
        self.exact = exact
    }
}
