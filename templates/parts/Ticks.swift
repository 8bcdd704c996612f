import HTML

/// Several of a few: a box to tick for each, all sent under one name.
package struct Ticks: Sendable {
    package struct Tick: Sendable {
        package var value: String
        package var label: LocalText
        package var isOn: Bool
        /// The first has the group's name, so that the summary of errors leads to it.
        package fileprivate(set) var id = ""

        package init(value: String, label: LocalText, isOn: Bool) {
            self.value = value
            self.label = label
            self.isOn = isOn
        }
    }

    package var name: String
    package var label: LocalText
    package var ticks: [Tick]
    package var error: LocalText?
    /// For values that admins know by name, as keys of entries. An id says nothing to them.
    package var showsValues: Bool

    package init(
        _ name: String, label: LocalText, ticks: [Tick], error: LocalText? = nil, showsValues: Bool = false
    ) {
        self.name = name
        self.label = label
        self.ticks = ticks
        self.error = error
        self.showsValues = showsValues
    }

    package var shown: [Tick] {
        ticks.enumerated().map { index, tick in
            var tick = tick
            tick.id = index == 0 ? name : "\(name)-\(index + 1)"
            return tick
        }
    }

    package var isWrong: Bool { error != nil }

    package var problem: ErrorSummary.Line? { error.map { ErrorSummary.Line(field: name, label: label, error: $0) } }
}
