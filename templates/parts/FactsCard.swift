import HTML

/// Names and values under a title.
package struct FactsCard: Sendable {
    package var title: LocalText
    package var facts: [Fact]

    package init(_ title: LocalText, _ facts: [Fact]) {
        self.title = title
        self.facts = facts
    }
}
