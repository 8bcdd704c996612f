import HTML

/// Who collects a tenant's money, each with what it needs.
package struct ProvidersPage: Sendable {
    package var frame: Frame
    /// What they told; nil for who may not see it.
    package var events: Link?
    package var cards: [ProviderCard]
    /// What was done to the settings, and by whom.
    package var trail: TrailCard?

    package init(frame: Frame, events: Link?, cards: [ProviderCard]) {
        self.frame = frame
        self.events = events
        self.cards = cards
    }

    package var errors: ErrorSummary? {
        ErrorSummary(cards.flatMap { $0.fields.map(\.problem) + $0.areas.map(\.field.problem) })
    }

    package static let sample = ProvidersPage(
        frame: .sample("Payment providers", at: "providers"), events: "/t/rooster-me/provider-events",
        cards: [.sampleBare, .sample])
}
