import HTML

/// One part of an entry, folded to a line until somebody works on it.
package struct EntryCard: Sendable {
    package var id: String
    /// From 1 on.
    package var place: String
    package var icon: ButtonIcon
    package var title: String
    package var kind: String
    package var note: String
    package var isOpen: Bool
    package var hidden: [HiddenValue]
    package var inputs: [EntryInput]
    package var acts: [FormAct]

    package init(
        id: String, place: String, icon: ButtonIcon, title: String, kind: String, note: String, isOpen: Bool,
        hidden: [HiddenValue], inputs: [EntryInput], acts: [FormAct]
    ) {
        self.id = id
        self.place = place
        self.icon = icon
        self.title = title
        self.kind = kind
        self.note = note
        self.isOpen = isOpen
        self.hidden = hidden
        self.inputs = inputs
        self.acts = acts
    }

    package var problems: [ErrorSummary.Line?] { inputs.map(\.problem) }
    package var isWrong: Bool { problems.contains { $0 != nil } }
}
