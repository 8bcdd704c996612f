import HTML

/// The choices of a field, a row each, translated beside each other.
package struct ChoiceRows: Sendable {
    package struct Head: Sendable {
        package var label: LocalText
        package var gap: LocalText?

        package init(_ label: LocalText, gap: LocalText? = nil) {
            self.label = label
            self.gap = gap
        }
    }

    /// Of all rows together, in one language.
    package struct Fault: Sendable {
        package var id: String
        package var text: LocalText
        /// The input that is asked for.
        package var field: String

        package init(id: String, text: LocalText, field: String) {
            self.id = id
            self.text = text
            self.field = field
        }
    }

    /// The path of the list, which the names of its inputs begin with.
    package var list: String
    package var label: LocalText
    package var heads: [Head]
    package var rows: [EntryRow]
    package var hidden: [HiddenValue]
    package var errors: [Fault]
    package var add: FormAct
    package var pasted: Area
    package var paste: FormAct

    package init(
        list: String, label: LocalText, heads: [Head], rows: [EntryRow], hidden: [HiddenValue] = [], errors: [Fault],
        add: FormAct, pasted: Area, paste: FormAct
    ) {
        self.list = list
        self.label = label
        self.heads = heads
        self.rows = rows
        self.hidden = hidden
        self.errors = errors
        self.add = add
        self.pasted = pasted
        self.paste = paste
    }

    package var isWrong: Bool { !errors.isEmpty }

    package var problem: ErrorSummary.Line? {
        errors.first.map { ErrorSummary.Line(field: $0.field, label: label, error: $0.text) }
    }
}
