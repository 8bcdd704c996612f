import HTML

/// A figure's name, and what it means: said when it is pointed at or focused, and read out with it.
package struct Term: Sendable {
    package var label: LocalText
    package var meaning: LocalText

    package init(_ label: LocalText, _ meaning: LocalText) {
        self.label = label
        self.meaning = meaning
    }

    package static var samples: [Term] {
        [Term(LocalText(Strings.finance_churn), LocalText(Strings.finance_means_churn_rate))]
    }
}
