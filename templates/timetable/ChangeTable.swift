import HTML

/// What a publication changes, lesson by lesson.
package struct ChangeTable: Sendable {
    package var caption: LocalText
    /// Of the column that says what changes.
    package var head: LocalText
    package var changes: [PublicationPage.Change]

    package init(_ caption: LocalText, head: LocalText, changes: [PublicationPage.Change]) {
        (self.caption, self.head, self.changes) = (caption, head, changes)
    }
}
