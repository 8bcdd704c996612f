import HTML

/// Something that waits, and where to go for it.
package struct HomeTask: Sendable {
    package var text: LocalText
    package var icon: String
    package var link: Link

    package init(_ text: LocalText, icon: String, link: Link) {
        self.text = text
        self.icon = icon
        self.link = link
    }

    package static var samples: [HomeTask] {
        [HomeTask(Strings.home_keys_end(count: 2, days: 14), icon: "key", link: "/t/rooster-me/keys")]
    }
}
