import Console
import HTML
import Postgres
import Templates
import Web

/// The typed fields of an invitation, and their errors.
struct InvitationForm {
    var email = ""
    var name = ""
    var role = ""
    var language: String
    var errors: [String: LocalText] = [:]

    init(language: String) { self.language = language }

    init(_ form: Query) {
        email = form.trimmed("email") ?? ""
        name = form.trimmed("name") ?? ""
        role = form["role"] ?? ""
        language = form["language"] ?? ""
    }

    /// Checks the fields. Returns the role if it may be given.
    mutating func check(_ roles: [MemberRole], in tx: borrowing TenantTransaction, _ actor: Actor) throws -> MemberRole?
    {
        if email.isEmpty {
            errors["email"] = LocalText(Strings.error_required)
        } else if !EmailAddress.isPlausible(email) {
            errors["email"] = LocalText(Strings.error_email)
        }
        errors["name"] = LineText.fault(name, most: 80)
        if Language(code: language) == nil { errors["language"] = LocalText(Strings.error_choice) }
        switch try RoleChoice.check(role, roles, in: tx, actor) {
        case .success(let role): return role
        case .failure(let wrong):
            errors["role"] = wrong.error
            return nil
        }
    }

    func page(_ roles: [MemberRole], _ actor: Actor, _ services: Services) -> InvitationPage {
        let list: Link = "/t/\(actor.tenant.slug)/admins"
        var choice = RoleChoice.of(roles, selected: role, error: errors["role"], actor)
        // No role is selected at first: so a form that is sent too early makes nobody an owner.
        choice.options.insert(.init(value: "", label: "—", isSelected: role.isEmpty), at: 0)
        return InvitationPage(
            frame: actor.frame(
                LocalText(Strings.admins_invite_title), services, current: "admins",
                crumb: (LocalText(Strings.menu_admins), list)),
            advice: services.mail == nil
                ? LocalText(Strings.admins_invite_advice)
                : Strings.admins_invite_by_mail(hours: Int(BootstrapAcrossTenants.linkHours)),
            action: list,
            email: Field(
                "email", label: LocalText(Strings.user_email), value: email, error: errors["email"], inputMode: "email",
                isRequired: true, hasFocus: true, isLatin: true),
            name: Field(
                "name", label: LocalText(Strings.user_name), value: name, hint: LocalText(Strings.admins_name_hint),
                error: errors["name"], isRequired: true),
            role: choice,
            language: Choice(
                "language", label: LocalText(Strings.account_language),
                options: Language.allCases.map {
                    .init(value: $0.code, label: $0.nameInItself, isSelected: $0.code == language)
                },
                hint: LocalText(Strings.admins_language_hint), error: errors["language"]),
            cancel: list)
    }
}
