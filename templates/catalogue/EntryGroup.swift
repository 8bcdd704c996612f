import HTML

/// All parts of one group: cards, or the rows of a table; and the buttons that add one more.
package struct EntryGroup: Sendable {
    package var name: String
    package var title: LocalText
    /// How many there are.
    package var count: String
    package var cards: [EntryCard]
    package var heads: [LocalText]
    package var rows: [EntryRow]
    /// “Add a field”
    package var add: LocalText
    package var adds: [FormAct]

    package init(
        name: String, title: LocalText, count: String, cards: [EntryCard] = [], heads: [LocalText] = [],
        rows: [EntryRow] = [], add: LocalText, adds: [FormAct]
    ) {
        self.name = name
        self.title = title
        self.count = count
        self.cards = cards
        self.heads = heads
        self.rows = rows
        self.add = add
        self.adds = adds
    }

    package var isTable: Bool { !heads.isEmpty }
    package var isEmpty: Bool { cards.isEmpty && rows.isEmpty }

    package var problems: [ErrorSummary.Line?] { cards.flatMap(\.problems) + rows.flatMap { $0.cells.map(\.problem) } }
}
