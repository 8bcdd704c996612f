import HTML

/// One of those that work in the background is about: what it would change there, what it has, or what is wrong.
package struct WorkRow: Sendable {
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
    /// Which one it is: a row's number, an e-mail.
    package var detail: String
    package var state: StatusBadge
    package var changes: [TrailEntry.FieldChange]
    package var faults: [Fault]
    /// Set by the table: the column is there if a row of it has something to say.
    package internal(set) var hasEffects = true

    package init(
        name: String, link: Link?, detail: String, state: StatusBadge, changes: [TrailEntry.FieldChange],
        faults: [Fault] = []
    ) {
        self.name = name
        self.link = link
        self.detail = detail
        self.state = state
        self.changes = changes
        self.faults = faults
    }

    package var hasFaults: Bool { !faults.isEmpty }
    package var diff: Diff? { Diff(changes) }
}
