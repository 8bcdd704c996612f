import HTML

/// One provider: what it needs to know, where it tells us, whether it is used.
package struct ProviderCard: Sendable {
    package var name: LocalText
    package var advice: LocalText
    package var state: StatusBadge
    package var action: Link
    package var csrf: String
    package var version: Int
    package var fields: [Field]
    package var areas: [Area]
    /// The address at which it reaches us, to be copied; nil for one that never does.
    package var hook: String?
    package var hookLabel: LocalText
    package var hookHint: LocalText
    /// What it means to have it on.
    package var use: LocalText
    /// How long ago it told something.
    package var received: String?
    /// How many events wait until it is used again; nil for none.
    package var waiting: LocalText?
    package var isOn: Bool
    package var id: String

    package init(
        name: LocalText, advice: LocalText, state: StatusBadge, action: Link, csrf: String, version: Int,
        fields: [Field], areas: [Area],
        hook: String?, hookLabel: StringKey = Strings.provider_hook, hookHint: StringKey = Strings.provider_hook_hint,
        use: StringKey = Strings.provider_use, received: String?, isOn: Bool, id: String
    ) {
        self.name = name
        self.advice = advice
        self.state = state
        self.action = action
        self.csrf = csrf
        self.version = version
        self.fields = fields
        self.areas = areas
        self.hook = hook
        self.hookLabel = LocalText(hookLabel)
        self.hookHint = LocalText(hookHint)
        self.use = LocalText(use)
        self.received = received
        self.isOn = isOn
        self.id = id
    }

    package static let sample = ProviderCard(
        name: LocalText(Strings.provider_google_play), advice: LocalText(Strings.provider_google_play_advice),
        state: StatusBadge(LocalText(Strings.provider_on), tone: .good), action: "/t/rooster-me/providers/google_play",
        csrf: "sample", version: 3,
        fields: [
            Field(
                "package", label: LocalText(Strings.provider_package), value: "<com.example>",
                hint: LocalText(Strings.provider_bundle_hint),
                error: LocalText(Strings.error_bundle), isLatin: true
            ).prefixed("google_play-")
        ],
        areas: [
            Area(
                Field(
                    "account", label: LocalText(Strings.provider_account), hint: LocalText(Strings.provider_kept),
                    isLatin: true
                ).prefixed("google_play-"),
                rows: 4)
        ], hook: "https://roost.example.org/hooks/rooster-me/google_play", received: "5 min ago", isOn: true,
        id: "google_play")

    static var sampleBare: ProviderCard {
        var card = sample
        (card.name, card.advice) = (LocalText(Strings.provider_sandbox), LocalText(Strings.provider_sandbox_advice))
        card.state = StatusBadge(LocalText(Strings.provider_off), tone: .off)
        (card.fields, card.areas, card.hook, card.received, card.isOn, card.id) = ([], [], nil, nil, false, "sandbox")
        card.waiting = Strings.provider_waiting(count: 12)
        return card
    }
}
