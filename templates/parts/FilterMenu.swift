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
    /// For several values, or days; nil where a click on one value is all there is.
    package var form: Form?

    /// Sent as an address. Its fields stand among the menu's links.
    package struct Form: Sendable {
        package enum Fields: Sendable {
            case values(isNot: Bool)
            /// `yyyy-mm-dd`, empty for none.
            case days(from: String, until: String, Language)
        }

        package var id: String
        package var name: String
        package var action: Link
        /// The list's other filters.
        package var hidden: [HiddenValue]
        package var fields: Fields

        package init(_ name: String, action: Link, hidden: [HiddenValue], _ fields: Fields) {
            id = "only-\(name)"
            self.name = name
            self.action = action
            self.hidden = hidden
            self.fields = fields
        }

        package var hasTicks: Bool { if case .values = fields { true } else { false } }
        package var isNot: Bool { if case .values(true) = fields { true } else { false } }
        package var not: String { "\(name)-not" }
        package var days: [DayInput] {
            guard case .days(let from, let until, let language) = fields else { return [] }
            return [
                DayInput("\(name)-from", Strings.audit_from, from, language),
                DayInput("\(name)-until", Strings.audit_until, until, language),
            ]
        }
    }

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
    package init(label: LocalText, name: String, chosen: String?, clear: Link, options: [Option], form: Form? = nil) {
        self.label = label
        self.chosen = chosen
        self.clear = clear
        narrowed = clear.with(query: [(name, "")])
        self.options = options
        self.form = form
    }

    package var ticks: Form? { form.flatMap { $0.hasTicks ? $0 : nil } }
    package var isOn: Bool { chosen != nil }

    /// “Filters (2)”; nil when none narrows.
    package static func count(_ filters: [FilterMenu]) -> LocalText? {
        let count = filters.filter(\.isOn).count
        return count == 0 ? nil : Strings.list_filters_count(count: count)
    }

    package static func sample(_ label: StringKey, chosen: String? = nil, _ options: [String]) -> FilterMenu {
        FilterMenu(
            label: LocalText(label), name: "filter", chosen: chosen, clear: "/t/rooster-me/users",
            options: options.map { Option(label: $0, value: $0, isChosen: $0 == chosen) },
            form: Form(
                "sample-\(label)", action: "/t/rooster-me/users", hidden: [HiddenValue("sort", "name")],
                label == Strings.user_created || label == Strings.user_seen
                    ? .days(from: "2026-01-01", until: "", .en) : .values(isNot: chosen != nil)))
    }
}
