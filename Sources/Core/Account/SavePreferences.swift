import Console
import HTML
import Postgres
import Templates
import Web

/// Saves an admin's language and theme.
struct SavePreferences: Changing {
    let language: String
    let theme: String

    init(_ request: WebRequest) {
        language = request.form["language"] ?? ""
        theme = request.form["theme"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let language = Language(code: self.language) ?? actor.language
        let theme = AccountPageMaker.themes.contains { $0.0 == self.theme } ? self.theme : actor.theme
        try tx.execute(AdminQueriesAcrossTenants.setPreferences(language: language.code, theme: theme, of: admin))
        return Change(
            AuditEvent(
                .adminPreferencesChanged, on: .admin, admin, name: actor.name,
                changes: [
                    .init("language", old: actor.language.code, new: language.code),
                    .init("theme", old: actor.theme, new: theme),
                ].filter { $0.old != $0.new }),
            next: .to("/account", flash: Strings.account_saved))
    }
}
