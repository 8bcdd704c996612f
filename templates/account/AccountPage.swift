import HTML

/// One's own account.
package struct AccountPage: Sendable {
    package var frame: Frame
    package var email: String
    package var name: String
    package var language: Choice
    package var theme: Choice
    package var preferencesAction: Link
    package var passwordAction: Link
    package var currentPassword: Field
    package var newPassword: Field
    package var codesLeft: LocalText
    package var codesAction: Link
    package var codesCode: Field
    package var secondStepAction: Link
    package var secondStepCode: Field
    package var passkeys: [PasskeyRow]
    /// nil where the address has no name that a passkey could be bound to.
    package var newPasskey: PasskeyForm?
    package var sessions: [SessionRow]
    package var endOthers: Link?

    package init(
        frame: Frame, email: String, name: String, language: Choice, theme: Choice, preferencesAction: Link,
        passwordAction: Link, currentPassword: Field, newPassword: Field, codesLeft: LocalText, codesAction: Link,
        codesCode: Field, secondStepAction: Link, secondStepCode: Field, passkeys: [PasskeyRow],
        newPasskey: PasskeyForm?, sessions: [SessionRow], endOthers: Link?
    ) {
        self.frame = frame
        self.email = email
        self.name = name
        self.language = language
        self.theme = theme
        self.preferencesAction = preferencesAction
        self.passwordAction = passwordAction
        self.currentPassword = currentPassword
        self.newPassword = newPassword
        self.codesLeft = codesLeft
        self.codesAction = codesAction
        self.codesCode = codesCode
        self.secondStepAction = secondStepAction
        self.secondStepCode = secondStepCode
        self.passkeys = passkeys
        self.newPasskey = newPasskey
        self.sessions = sessions
        self.endOthers = endOthers
    }

    /// Both ask for a `code`: their ids must differ.
    package var codesField: Field { codesCode.prefixed("codes-") }
    package var secondStepField: Field { secondStepCode.prefixed("second-step-") }

    package var errors: ErrorSummary? {
        ErrorSummary(
            [
                language.problem, theme.problem, currentPassword.problem, newPassword.problem, codesField.problem,
                secondStepField.problem,
            ] + passkeys.map(\.code.problem) + [newPasskey?.name.problem, newPasskey?.code.problem])
    }

    package static var sample: AccountPage {
        func code() -> Field {
            Field(
                "code", label: LocalText(Strings.account_code), autocomplete: "one-time-code", inputMode: "numeric",
                isRequired: true, isLatin: true)
        }
        func password(_ name: String, _ label: StringKey, _ autocomplete: String, hint: LocalText?, error: LocalText?)
            -> Field
        {
            Field(
                name, label: LocalText(label), type: "password", hint: hint, error: error, autocomplete: autocomplete,
                isRequired: true, isLatin: true)
        }
        return AccountPage(
            frame: .sample("Your account", at: "person", inTenant: false), email: "sara.lind@example.org",
            name: "Sara “=1+1” Lind",
            language: Choice(
                "language", label: LocalText(Strings.account_language),
                options: Language.allCases.map { .init(value: $0.code, label: $0.nameInItself, isSelected: $0 == .en) }),
            theme: Choice(
                "theme", label: LocalText(Strings.account_theme),
                options: [.init(value: "auto", label: "Like the device", isSelected: true)]),
            preferencesAction: "/account/preferences", passwordAction: "/account/password",
            currentPassword: password(
                "current", Strings.account_current_password, "current-password", hint: nil,
                error: LocalText(Strings.error_password_wrong)),
            newPassword: password(
                "password", Strings.account_new_password, "new-password", hint: Strings.sign_in_password_hint(min: 12),
                error: nil),
            codesLeft: Strings.account_codes_left(count: 3), codesAction: "/account/codes", codesCode: code(),
            secondStepAction: "/account/second-step", secondStepCode: code(),
            passkeys: [
                PasskeyRow(
                    name: "MacBook “<script>alert(1)</script>”", added: "3 days ago", lastUsed: "now",
                    isSuspected: false,
                    remove: "/account/passkeys/1/deletion", code: code().prefixed("passkey-1-")),
                PasskeyRow(
                    name: "کلید امنیتی " + String(repeating: "long", count: 12), added: "2 years ago",
                    lastUsed: "never",
                    isSuspected: true, remove: "/account/passkeys/2/deletion", code: code().prefixed("passkey-2-")),
            ],
            newPasskey: PasskeyForm(
                action: "/account/passkeys/new",
                name: Field(
                    "passkey_name", label: LocalText(Strings.passkeys_name),
                    hint: LocalText(Strings.passkeys_name_hint),
                    error: LocalText(Strings.error_required), isRequired: true),
                code: code().prefixed("new-passkey-")),
            sessions: [
                SessionRow(
                    agent: "Firefox, Linux", address: "10.0.3.7", lastUsed: "now", isThis: true,
                    end: "/account/sessions/1"),
                SessionRow(
                    agent: "Mozilla/5.0 (\"X11\"; <Linux>) " + String(repeating: "x", count: 80),
                    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348", lastUsed: "3 days ago", isThis: false,
                    end: "/account/sessions/2"),
            ],
            endOthers: "/account/sessions/others")
    }
}
