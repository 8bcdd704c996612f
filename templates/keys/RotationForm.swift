import HTML

/// Asks how long the earlier text of a key goes on working.
package struct RotationForm: Sendable {
    package var action: Link
    package var csrf: String
    package var overlap: Choice

    package init(action: Link, csrf: String, overlap: Choice) {
        self.action = action
        self.csrf = csrf
        self.overlap = overlap
    }
}
