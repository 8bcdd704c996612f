import HTML

/// What happened last, on the page of what it happened to, and the way to all of it.
package struct TrailCard: Sendable {
    package var title: LocalText
    package var entries: [TrailEntry]
    /// The trail narrowed to this; nil for somebody who may not see it.
    package var whole: Link?

    package init(title: LocalText, entries: [TrailEntry], whole: Link?) {
        self.title = title
        self.entries = entries
        self.whole = whole
    }

    package static var sample: TrailCard {
        TrailCard(
            title: LocalText(Strings.user_trail), entries: TrailEntry.samples, whole: "/t/rooster-me/audit?object=1")
    }

    /// Nothing yet, for somebody who may not see the trail.
    package static var sampleEmpty: TrailCard {
        TrailCard(title: LocalText(Strings.user_trail), entries: [], whole: nil)
    }
}
