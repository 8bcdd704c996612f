import HTML

/// Adds a note.
package struct NoteForm: Sendable {
    package var action: Link
    package var csrf: String
    package var body: Area

    package init(action: Link, csrf: String, body: Area) {
        self.action = action
        self.csrf = csrf
        self.body = body
    }
}
