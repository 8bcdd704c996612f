import HTML

/// What was done, or why it can't be.
package struct HostedMessagePage: Sendable {
    package var frame: HostedFrame
    package var message: LocalText
    package var next: HostedLink?

    package init(frame: HostedFrame, message: LocalText, next: HostedLink?) {
        self.frame = frame
        self.message = message
        self.next = next
    }

    package static var sample: HostedMessagePage {
        HostedMessagePage(
            frame: .sample(
                Strings.accounts_sent_title, here: "/accounts/fitpact/password", icon: "/accounts/fitpact/icon/1"),
            message: Strings.accounts_sent(email: "o'brien+\"<quill>\"@example.com"),
            next: HostedLink(Strings.accounts_back, "/accounts/fitpact/authorize"))
    }
}
