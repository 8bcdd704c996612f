import HTML

/// A chip that opens a list of values. Closed it says what is chosen; every value is a link, so it needs no script.
package struct FilterMenu: Sendable {
    package var label: LocalText
    /// What is chosen, in words; nil when the filter is off.
    package var chosen: String?
    /// The list without this filter.
    package var clear: Link
    /// The list without this filter, up to the `=` behind which a value comes.
    package var narrowed: Link
    package var options: [Option]

    package struct Option: Sendable {
        package var label: String
        package var value: String
        package var isChosen: Bool
        /// Said above it, where a group of values begins.
        package var heading: LocalText?

        package init(label: String, value: String, isChosen: Bool, heading: LocalText? = nil) {
            self.heading = heading
            self.label = label
            self.value = value
            self.isChosen = isChosen
        }
    }

    /// `name`: the filter's in the address.
    package init(label: LocalText, name: String, chosen: String?, clear: Link, options: [Option]) {
        self.label = label
        self.chosen = chosen
        self.clear = clear
        narrowed = clear.with(query: [(name, "")])
        self.options = options
    }

    package var isOn: Bool { chosen != nil }

    /// “Filters (2)”; nil when none narrows.
    package static func count(_ filters: [FilterMenu]) -> LocalText? {
        let count = filters.filter(\.isOn).count
        return count == 0 ? nil : Strings.list_filters_count(count: count)
    }

    package static func sample(_ label: StringKey, chosen: String? = nil, _ options: [String]) -> FilterMenu {
        FilterMenu(
            label: LocalText(label), name: "filter", chosen: chosen, clear: "/t/rooster-me/users",
            options: options.map { Option(label: $0, value: $0, isChosen: $0 == chosen) })
    }
}
