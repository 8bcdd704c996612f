import HTML

/// A figure with its name, what it was before, and where the list behind it is.
package struct Number: Sendable {
    package var label: LocalText
    package var value: String
    package var change: LocalText?
    package var isUp: Bool
    package var isDown: Bool
    /// The change is for the worse: more refunds, fewer payments.
    package var isBad = false
    /// The list that it counts, for somebody who may see it.
    package var link: Link?
    /// What it means, where the name alone doesn't say it.
    package var meaning: LocalText?

    package init(
        label: LocalText, value: String, change: LocalText?, isUp: Bool, isDown: Bool, link: Link? = nil,
        meaning: LocalText? = nil
    ) {
        self.label = label
        self.value = value
        self.change = change
        self.isUp = isUp
        self.isDown = isDown
        self.link = link
        self.meaning = meaning
    }

    /// One that is compared with nothing.
    package init(_ label: StringKey, _ value: String, link: Link? = nil) {
        self.init(label: LocalText(label), value: value, change: nil, isUp: false, isDown: false, link: link)
    }

    package var direction: String { (isUp ? " up" : isDown ? " down" : "") + (isBad ? " worse" : "") }

    /// On a narrow screen a sum may break between the figure and its currency, and nowhere else.
    package var parts: [String] { value.contains("\u{A0}") ? Self.sum(value) : [value] }
    package var term: Term? { meaning.map { Term(label, $0) } }

    /// “1 204,00 EUR”: groups of digits are held together too, so the last space is the one before the currency.
    private static func sum(_ value: String) -> [String] {
        let at = value.lastIndex(of: "\u{A0}") ?? value.startIndex
        return [String(value[..<at]), String(value[value.index(after: at)...])]
    }

    /// How many there are, against how many there were a week ago.
    package init(_ label: StringKey, _ count: Int, aWeekAgo before: Int, _ language: Language, link: Link? = nil) {
        self.init(
            label: LocalText(label), value: NumberStyle(language).integer(count),
            change: count == before
                ? LocalText(Strings.home_same)
                : count > before ? Strings.home_more(count: count - before) : Strings.home_fewer(count: before - count),
            isUp: count > before, isDown: count < before, link: link)
        isBad = isDown
    }

    package static var samples: [Number] {
        [
            Number(Strings.home_users, "412,300", link: "/t/rooster-me/users"),
            Number(Strings.home_new_week, 1204, aWeekAgo: 1156, .en),
            Number(Strings.home_active_today, 18_204, aWeekAgo: 18_406, .en),
            Number(Strings.home_new_today, 41, aWeekAgo: 41, .en), Number(Strings.home_suspended, "37"),
            Number(
                label: LocalText(Strings.finance_net), value: "1\u{A0}204,00\u{A0}EUR",
                change: Strings.finance_less(difference: "2,4 %", value: "1\u{A0}233,60\u{A0}EUR"), isUp: false,
                isDown: true,
                meaning: LocalText(Strings.finance_means_net)),
        ]
    }
}
