import HTML

/// A chip that opens a list of values. Closed it says what is chosen; every value is a link, so it needs no script.
package struct FilterMenu: Sendable {
    package var label: LocalText
    /// What is chosen, in words; nil when the filter is off.
    package var chosen: String?
    /// The list without this filter.
    package var clear: Link
    package var options: [Option]

    package struct Option: Sendable {
        package var label: String
        package var link: Link
        package var isChosen: Bool

        package init(label: String, link: Link, isChosen: Bool) {
            self.label = label
            self.link = link
            self.isChosen = isChosen
        }
    }

    package init(label: LocalText, chosen: String?, clear: Link, options: [Option]) {
        self.label = label
        self.chosen = chosen
        self.clear = clear
        self.options = options
    }

    package var isOn: Bool { chosen != nil }

    package static func sample(_ label: StringKey, chosen: String? = nil, _ options: [String]) -> FilterMenu {
        FilterMenu(
            label: LocalText(label), chosen: chosen, clear: "/t/rooster-me/users",
            options: options.map {
                Option(label: $0, link: "/t/rooster-me/users?filter=\($0)", isChosen: $0 == chosen)
            })
    }
}
