import HTML

/// One input of a form that is made from a declaration: exactly one of these is there.
package struct EntryInput: Sendable {
    package var line: Field?
    package var area: Area?
    package var choice: Choice?
    package var ticks: Ticks?
    package var kind: KindChoice?
    package var choices: ChoiceRows?
    /// Of a text, when it is one of several.
    package var language = ""
    /// Another language is shown.
    package var isAway = false

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
