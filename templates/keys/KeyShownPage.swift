import HTML

/// A new key's text, shown this once.
package struct KeyShownPage: Sendable {
    package var frame: Frame
    package var name: String
    package var key: String
    /// After a rotation: how long the earlier text goes on working.
    package var earlier: LocalText?
    package var done: Link

    package init(frame: Frame, name: String, key: String, earlier: LocalText?, done: Link) {
        self.frame = frame
        self.name = name
        self.key = key
        self.earlier = earlier
        self.done = done
    }

    /// Enough to recognise it by.
    package var prefix: String { String(key.prefix(13)) }

    package static var sample: KeyShownPage {
        KeyShownPage(
            frame: .sample("Key rotated", at: "key", crumbs: [Crumb(label: "API keys", link: "/t/rooster-me/keys")]),
            name: "Billing \"<&>\" server",
            key: "rst_live_0aB9zQ7kLmN3xY5w_" + String(repeating: "x", count: 43) + "0aZ9b1",
            earlier: Strings.key_shown_until(time: "21 Nov 2026, 09:14"), done: "/t/rooster-me/keys/1")
    }
}
