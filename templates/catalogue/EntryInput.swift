import HTML

/// One input of a form that is made from a declaration: exactly one of these is there.
package struct EntryInput: Sendable {
    package var line: Field?
    package var area: Area?
    package var choice: Choice?
    package var ticks: Ticks?

    package init(line: Field? = nil, area: Area? = nil, choice: Choice? = nil, ticks: Ticks? = nil) {
        self.line = line
        self.area = area
        self.choice = choice
        self.ticks = ticks
    }

    package var problem: ErrorSummary.Line? {
        line?.problem ?? area?.field.problem ?? choice?.problem ?? ticks?.problem
    }
}

/// Inputs that belong together: what has no language, what is said in one, one of a group.
package struct EntryInputs: Sendable {
    package var title: String?
    /// Of its texts, when that is one.
    package var language: String
    /// Of the group's place, for links to it.
    package var id: String
    package var inputs: [EntryInput]
    /// The name of the tick that takes it away.
    package var away: String?

    package init(title: String?, language: String = "", id: String = "", inputs: [EntryInput], away: String? = nil) {
        self.title = title
        self.language = language
        self.id = id
        self.inputs = inputs
        self.away = away
    }

    package var hasID: Bool { !id.isEmpty }
}

/// All of one group, and the button that saves and comes back with one more.
package struct EntryGroup: Sendable {
    package var name: String
    package var items: [EntryInputs]
    package var more: LocalText?

    package init(name: String, items: [EntryInputs], more: LocalText?) {
        self.name = name
        self.items = items
        self.more = more
    }
}
