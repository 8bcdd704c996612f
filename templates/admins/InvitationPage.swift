import HTML

/// Inviting an admin.
package struct InvitationPage: Sendable {
    package var frame: Frame
    /// How the invitation reaches whom it is for.
    package var advice: LocalText
    package var action: Link
    package var email: Field
    package var name: Field
    package var role: Choice
    package var language: Choice
    package var cancel: Link

    package init(
        frame: Frame, advice: LocalText, action: Link, email: Field, name: Field, role: Choice, language: Choice,
        cancel: Link
    ) {
        self.frame = frame
        self.advice = advice
        self.action = action
        self.email = email
        self.name = name
        self.role = role
        self.language = language
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([email.problem, name.problem, role.problem, language.problem])
    }

    package static var sample: InvitationPage {
        InvitationPage(
            frame: .sample(
                "Invite an admin", at: "person", crumbs: [Crumb(label: "Admins", link: "/t/rooster-me/admins")]),
            advice: LocalText(Strings.admins_invite_advice), action: "/t/rooster-me/admins",
            email: Field(
                "email", label: LocalText(Strings.user_email), value: "sara@@example",
                error: LocalText(Strings.error_admin_here),
                isRequired: true, isLatin: true),
            name: Field(
                "name", label: LocalText(Strings.user_name), value: "\"<&>\" سارا",
                hint: LocalText(Strings.admins_name_hint), isRequired: true),
            role: Choice(
                "role", label: LocalText(Strings.admins_role),
                options: [.init(value: "", label: "—", isSelected: true)],
                error: LocalText(Strings.error_choice)),
            language: Choice(
                "language", label: LocalText(Strings.account_language),
                options: [.init(value: "fa", label: "فارسی", isSelected: true)],
                hint: LocalText(Strings.admins_language_hint)),
            cancel: "/t/rooster-me/admins")
    }
}
