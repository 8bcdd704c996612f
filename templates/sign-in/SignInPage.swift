import HTML

/// E-mail and password. One message for every way it can be wrong.
package struct SignInPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var email: Field
    package var password: Field
    /// Wrong pair, too many tries, or too busy; never which of the two was wrong.
    package var message: LocalText?
    /// A browser that has to wait can be let in by mail.
    package var hasMail: Bool

    package init(
        frame: SignInFrame, csrf: String, email: Field, password: Field, message: LocalText?, hasMail: Bool
    ) {
        self.frame = frame
        self.csrf = csrf
        self.email = email
        self.password = password
        self.message = message
        self.hasMail = hasMail
    }

    package static let sample = SignInPage(
        frame: .sample(Strings.sign_in_sign_in, here: "/sign-in"), csrf: "sample",
        email: Field(
            "email", label: LocalText(Strings.sign_in_email), value: "o'brien+\"quill\"@example.com", type: "email",
            error: LocalText(Strings.error_email), autocomplete: "username", inputMode: "email", isRequired: true,
            hasFocus: true, isLatin: true),
        password: Field(
            "password", label: LocalText(Strings.sign_in_password), type: "password", autocomplete: "current-password",
            isRequired: true, isLatin: true),
        message: LocalText(Strings.sign_in_wrong), hasMail: true)
}
