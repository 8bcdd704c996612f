import HTML

/// Where a one-time link leads: choose a password. The link itself is in the form's address.
package struct ChoosePasswordPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var action: Link
    package var email: String
    package var name: String
    package var password: Field

    package init(frame: SignInFrame, csrf: String, action: Link, email: String, name: String, password: Field) {
        self.frame = frame
        self.csrf = csrf
        self.action = action
        self.email = email
        self.name = name
        self.password = password
    }

    package static let sample = ChoosePasswordPage(
        frame: .sample(Strings.sign_in_choose_password_title, here: "/enrol/link"), csrf: "sample",
        action: "/enrol/link",
        email: "maryam.pourmand@example.ir", name: "مریم پورمند",
        password: Field(
            "password", label: LocalText(Strings.sign_in_new_password), type: "password",
            hint: Strings.sign_in_password_hint(min: 12), error: Strings.error_too_short(min: 12),
            autocomplete: "new-password", isRequired: true, hasFocus: true, isLatin: true))
}
