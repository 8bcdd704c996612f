/// One part of an entry, or one of a field's choices, as a row of inputs.
package struct EntryRow: Sendable {
    package var id: String
    package var cells: [EntryCell]
    package var acts: [FormAct]

    package init(id: String, cells: [EntryCell], acts: [FormAct]) {
        self.id = id
        self.cells = cells
        self.acts = acts
    }
}
