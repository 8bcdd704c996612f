import HTML

/// A link that was used, ran out, or never was; and other things said before somebody is in.
package struct SignInMessagePage: Sendable {
    package var frame: SignInFrame
    package var message: LocalText
    /// Where to go from here; nil for an app's user, whom no page of the console awaits.
    package var next: Next?

    package struct Next: Sendable {
        package var link: Link
        package var label: LocalText

        package init(link: Link, label: LocalText) {
            self.link = link
            self.label = label
        }
    }

    package init(frame: SignInFrame, message: LocalText, next: Next?) {
        self.frame = frame
        self.message = message
        self.next = next
    }

    package static let sample = SignInMessagePage(
        frame: .sample(Strings.sign_in_message_title, here: "/enrol/link"),
        message: LocalText(Strings.sign_in_link_invalid),
        next: Next(link: "/sign-in", label: LocalText(Strings.sign_in_to_sign_in)))
}
