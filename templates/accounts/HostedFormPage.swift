import HTML

/// A form before it is known who somebody is: signing in and up, a lost password, another address.
package struct HostedFormPage: Sendable {
    package var frame: HostedFrame
    package var lead: LocalText?
    /// What went wrong, without saying more than anybody may know.
    package var message: LocalText?
    package var action: Link
    package var csrf: String
    package var fields: [Field]
    package var button: LocalText
    /// Other ways than the form, each a form of its own.
    package var acts: [HostedLink]
    package var asides: [HostedLink]
    /// An admin looks at a draft: nothing can be sent.
    package var isPreview = false

    package init(
        frame: HostedFrame, lead: LocalText?, message: LocalText?, action: Link, csrf: String, fields: [Field],
        button: LocalText, acts: [HostedLink] = [], asides: [HostedLink], isPreview: Bool = false
    ) {
        self.frame = frame
        self.lead = lead
        self.message = message
        self.action = action
        self.csrf = csrf
        self.fields = fields
        self.button = button
        self.acts = acts
        self.asides = asides
        self.isPreview = isPreview
    }

    package static var sample: HostedFormPage {
        HostedFormPage(
            frame: .sample(Strings.sign_in_sign_in, here: "/accounts/fitpact/authorize"),
            lead: Strings.accounts_continue_to(app: "FitPact \"<&>\" for iOS"),
            message: LocalText(Strings.sign_in_wrong), action: "/accounts/fitpact/authorize", csrf: "sample",
            fields: [
                Field(
                    "email", label: LocalText(Strings.sign_in_email), value: "o'brien+\"quill\"@example.com",
                    type: "email", error: LocalText(Strings.error_email), autocomplete: "username", inputMode: "email",
                    isRequired: true, hasFocus: true, isLatin: true),
                Field(
                    "password", label: LocalText(Strings.sign_in_password), type: "password",
                    hint: Strings.sign_in_password_hint(min: 8), autocomplete: "current-password", isRequired: true),
            ], button: LocalText(Strings.sign_in_continue),
            acts: [
                HostedLink(Strings.accounts_identity_with(provider: "Google"), "/accounts/fitpact/identities/google"),
                HostedLink(
                    Strings.accounts_identity_with(provider: "\"<Häuser>\" & Söhne"),
                    "/accounts/fitpact/identities/oidc"),
            ],
            asides: [
                HostedLink(Strings.accounts_sign_up, "/accounts/fitpact/sign-up"),
                HostedLink(Strings.accounts_forgotten, "/accounts/fitpact/password"),
            ])
    }
}
