import HTML

/// Fields that change: what they were, what they become.
package struct Diff: Sendable {
    package var changes: [TrailEntry.FieldChange]

    /// nil when nothing changes.
    package init?(_ changes: [TrailEntry.FieldChange]) {
        if changes.isEmpty { return nil }
        self.changes = changes
    }
}
