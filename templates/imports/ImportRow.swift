import HTML

/// A row of a file: what it means, and what it would change or what is wrong with it.
package struct ImportRow: Sendable {
    package struct Fault: Sendable {
        /// The column, as the file calls it; nil when it is about the whole row.
        package var place: LocalText?
        package var text: LocalText

        package init(place: LocalText?, text: LocalText) {
            self.place = place
            self.text = text
        }
    }

    package var name: String
    package var link: Link?
    package var number: LocalText
    package var state: StatusBadge
    package var changes: [TrailEntry.FieldChange]
    package var faults: [Fault]

    package init(
        name: String, link: Link?, number: LocalText, state: StatusBadge, changes: [TrailEntry.FieldChange], faults: [Fault]
    ) {
        self.name = name
        self.link = link
        self.number = number
        self.state = state
        self.changes = changes
        self.faults = faults
    }

    package var hasFaults: Bool { !faults.isEmpty }
    package var hasChanges: Bool { !changes.isEmpty }
}
