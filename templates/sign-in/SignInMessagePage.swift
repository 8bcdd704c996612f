import HTML

/// A link that was used, ran out, or never was; and other things said before somebody is in.
package struct SignInMessagePage: Sendable {
    package var frame: SignInFrame
    package var message: LocalText
    package var link: Link
    package var linkLabel: LocalText

    package init(frame: SignInFrame, message: LocalText, link: Link, linkLabel: LocalText) {
        self.frame = frame
        self.message = message
        self.link = link
        self.linkLabel = linkLabel
    }

    package static let sample = SignInMessagePage(
        frame: .sample(Strings.sign_in_message_title, here: "/enrol/link"),
        message: LocalText(Strings.sign_in_link_invalid),
        link: "/sign-in", linkLabel: LocalText(Strings.sign_in_to_sign_in))
}
