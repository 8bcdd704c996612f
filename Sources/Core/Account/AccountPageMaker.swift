import Console
import HTML
import Postgres
import Secrets
import Templates

/// Makes the account page; if one of its forms was refused, with the errors in that form.
struct AccountPageMaker {
    var errors: [String: LocalText] = [:]
    /// The typed name, when the passkey form is shown again.
    var passkeyName = ""

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> AccountPage {
        guard let admin = actor.id, let session = actor.session else { throw Refusal.notAllowed }
        let left = try tx.send(AdminQueriesAcrossTenants.recoveryCodesLeft(of: admin))
        let sessions = try tx.send(SessionQueriesAcrossTenants.all(of: admin, now: actor.now))
        let stored = try tx.send(PasskeyQueriesAcrossTenants.all(of: admin))
        let codes = try left.rows().first?.int("n") ?? 0
        let rows = try sessions.rows().map { try self.row($0, actor, session.id) }
        let passkeys = try stored.rows().map { try passkey($0, actor) }
        let language = actor.language
        return AccountPage(
            frame: actor.frame(LocalText(Strings.menu_account), services, current: "account"), email: actor.email,
            name: actor.name,
            language: Choice(
                "language", label: LocalText(Strings.account_language),
                options: Language.allCases.map {
                    .init(value: $0.code, label: $0.nameInItself, isSelected: $0 == language)
                }),
            theme: Choice(
                "theme", label: LocalText(Strings.account_theme),
                options: Self.themes.map {
                    .init(value: $0.0, label: LocalText($0.1).resolve(in: language), isSelected: $0.0 == actor.theme)
                }),
            preferencesAction: "/account/preferences", passwordAction: "/account/password",
            currentPassword: Field(
                "current", label: LocalText(Strings.account_current_password), type: "password",
                error: errors["current"],
                autocomplete: "current-password", isRequired: true),
            newPassword: newPassword(), codesLeft: Strings.account_codes_left(count: codes),
            codesAction: "/account/recovery-codes", codesCode: code("codes_code"),
            secondStepAction: "/account/second-step",
            secondStepCode: code("step_code"), passkeys: passkeys,
            newPasskey: RelyingParty.of(session, services) == nil ? nil : newPasskey(), sessions: rows,
            endOthers: rows.count > 1 ? "/account/sessions/end-others" : nil)
    }

    static let themes: [(String, StringKey)] = [
        ("auto", Strings.theme_auto), ("light", Strings.theme_light), ("dark", Strings.theme_dark),
        ("contrast", Strings.theme_contrast), ("large", Strings.theme_large),
    ]

    private func newPassword() -> Field {
        var field = Enrolment.newPasswordField("password", error: errors["password"])
        field.hasFocus = false
        return field
    }

    private func code(_ name: String) -> Field {
        var field = StepUp.codeField()
        field.name = name
        field.error = errors[name]
        field.hasFocus = false
        return field
    }

    private func newPasskey() -> PasskeyForm {
        PasskeyForm(
            action: "/account/passkeys/new",
            name: Field(
                "passkey_name", label: LocalText(Strings.passkeys_name), value: passkeyName,
                hint: LocalText(Strings.passkeys_name_hint), error: errors["passkey_name"], isRequired: true),
            code: code("passkey_code"))
    }

    private func passkey(_ row: Row, _ actor: Actor) throws -> PasskeyRow {
        let (id, used) = (try row.id("id"), try row.timeOrNil("last_used_at"))
        var code = self.code(RemovePasskey.field(id))
        (code.name, code.idPrefix) = ("code", "passkey-\(id)-")
        func ago(_ time: Timestamp) -> String {
            DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - time.seconds)))
        }
        return PasskeyRow(
            name: try row.text("name"), added: ago(try row.time("created_at")),
            lastUsed: used.map(ago) ?? LocalText(Strings.passkeys_never).resolve(in: actor.language),
            isSuspected: try row.bool("is_suspected"), remove: "/account/passkeys/\(id)/deletion", code: code)
    }

    private func row(_ row: Row, _ actor: Actor, _ current: ID) throws -> SessionRow {
        let id = try row.id("id")
        let used = try row.time("last_used_at")
        return SessionRow(
            agent: Browser.words(try row.text("agent")), address: try row.text("address"),
            lastUsed: DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - used.seconds))),
            isThis: id == current, end: "/account/sessions/\(id)/end")
    }
}
