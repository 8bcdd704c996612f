import HTML

/// A sentence above the home page.
package struct HomeNotice: Sendable {
    package var text: LocalText
    package var icon: String

    package init(_ text: LocalText, icon: String = "warn") {
        self.text = text
        self.icon = icon
    }

    package static var samples: [HomeNotice] {
        [
            HomeNotice(LocalText(Strings.cycle_note), icon: "shield"),
            HomeNotice(LocalText(Strings.settings_is_archived)),
            HomeNotice(Strings.home_service_off(service: Strings.service_push)),
        ]
    }
}
