import HTML

/// Lets a browser in that has to wait: asks for the mail, or is the page of its link.
package struct BrowserPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var action: Link
    package var lead: LocalText
    package var fields: [Field]
    package var button: LocalText
    package var message: LocalText?

    package init(
        frame: SignInFrame, csrf: String, action: Link, lead: LocalText, fields: [Field], button: LocalText,
        message: LocalText?
    ) {
        self.frame = frame
        self.csrf = csrf
        self.action = action
        self.lead = lead
        self.fields = fields
        self.button = button
        self.message = message
    }

    package static let sample = BrowserPage(
        frame: .sample(Strings.sign_in_browser, here: "/sign-in/browser"), csrf: "sample", action: "/sign-in/browser",
        lead: LocalText(Strings.sign_in_browser_advice),
        fields: [
            Field(
                "email", label: LocalText(Strings.sign_in_email), value: "o'brien+\"quill\"@example.com", type: "email",
                error: LocalText(Strings.error_email), autocomplete: "username", inputMode: "email", isRequired: true,
                hasFocus: true, isLatin: true)
        ], button: LocalText(Strings.sign_in_browser_send), message: LocalText(Strings.sign_in_expired))
}
