import HTML

/// Where a tenant's users may have an account with which they sign in, each with what it needs.
package struct IdentityProvidersPage: Sendable {
    package var frame: Frame
    package var cards: [ProviderCard]
    /// What was done to the settings, and by whom.
    package var trail: TrailCard?

    package init(frame: Frame, cards: [ProviderCard], trail: TrailCard?) {
        self.frame = frame
        self.cards = cards
        self.trail = trail
    }

    package var errors: ErrorSummary? {
        ErrorSummary(cards.flatMap { $0.fields.map(\.problem) + $0.areas.map(\.field.problem) })
    }

    package static var sample: IdentityProvidersPage {
        var card = ProviderCard.sample
        (card.name, card.advice) = (LocalText(Strings.identity_apple), LocalText(Strings.identity_apple_advice))
        card.action = "/t/rooster-me/identity-providers/apple"
        card.hook = "https://roost.example.org/accounts/rooster-me/identities/apple/callback"
        card.hookLabel = LocalText(Strings.identity_callback)
        card.hookHint = LocalText(Strings.identity_callback_hint)
        card.use = LocalText(Strings.identity_use)
        card.received = nil
        return IdentityProvidersPage(
            frame: .sample("Sign-in providers", at: "identity-providers"), cards: [card], trail: .sampleEmpty)
    }
}
