import HTML

/// The second step: six digits, or a recovery code.
package struct CodePage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var code: Field
    package var message: LocalText?
    /// nil for who has no passkey that works at this address.
    package var passkey: PasskeyOffer?

    package init(frame: SignInFrame, csrf: String, code: Field, message: LocalText?, passkey: PasskeyOffer?) {
        self.frame = frame
        self.csrf = csrf
        self.code = code
        self.message = message
        self.passkey = passkey
    }

    package static let sample = CodePage(
        frame: .sample(Strings.sign_in_code_title, here: "/sign-in/code"), csrf: "sample",
        code: Field(
            "code", label: LocalText(Strings.sign_in_code), hint: LocalText(Strings.sign_in_code_hint),
            error: LocalText(Strings.sign_in_code_wrong), autocomplete: "one-time-code", inputMode: "numeric",
            isRequired: true, hasFocus: true, isLatin: true),
        message: nil, passkey: .sample)
}
