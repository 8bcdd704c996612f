import HTML

/// Where somebody takes the archive of what is held about them.
package struct ArchiveLinkPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var action: Link
    /// The tenant's name.
    package var app: String
    package var size: LocalText

    package init(frame: SignInFrame, csrf: String, action: Link, app: String, size: LocalText) {
        self.frame = frame
        self.csrf = csrf
        self.action = action
        self.app = app
        self.size = size
    }

    package static let sample = ArchiveLinkPage(
        frame: .sample(Strings.privacy_take_title, here: "/privacy/rooster-me/link"), csrf: "sample",
        action: "/privacy/rooster-me/link", app: "RoosterMe <b>",
        size: Strings.privacy_take_size(size: Formatted.bytes(123_456)))
}
