import HTML

/// One input of a form that is made from a declaration: exactly one of these is there.
package struct EntryInput: Sendable {
    package var line: Field?
    package var area: Area?
    package var choice: Choice?
    package var ticks: Ticks?
    package var kind: KindChoice?
    package var choices: ChoiceRows?
    /// Buttons that put a placeholder into the text.
    package var inserts: [FormAct] = []
    /// Of the group of those buttons, of a text that takes placeholders: which ones there are changes while somebody types.
    package var insertsID: String?
    package var counter: Counter?
    /// Of a text, when it is one of several.
    package var language = ""
    /// Another language is shown.
    package var isAway = false

    /// How long a text is.
    package struct Counter: Sendable {
        package var id: String
        package var words: LocalText
        package var isOver: Bool

        package init(id: String, words: LocalText, isOver: Bool) {
            self.id = id
            self.words = words
            self.isOver = isOver
        }
    }

    package init(
        line: Field? = nil, area: Area? = nil, choice: Choice? = nil, ticks: Ticks? = nil, kind: KindChoice? = nil,
        choices: ChoiceRows? = nil
    ) {
        self.line = line
        self.area = area
        self.choice = choice
        self.ticks = ticks
        self.kind = kind
        self.choices = choices
    }

    package var isWhole: Bool { area != nil || ticks != nil || choices != nil }
    package var hasLanguage: Bool { !language.isEmpty }

    package var problem: ErrorSummary.Line? {
        line?.problem ?? area?.field.problem ?? choice?.problem ?? ticks?.problem ?? kind?.choice.problem
            ?? choices?.problem
    }
}
