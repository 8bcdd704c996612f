import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// The form for a new app.
struct ShowNewApp: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        AppForm().page(actor, services)
    }
}

/// Registers an app. The secret of a confidential app is shown in this response only: no stored value could show it
/// again.
struct AddApp: Changing {
    let typed: AppForm

    init(_ request: WebRequest) { typed = AppForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        form.check()
        if form.errors["name"] == nil, try tx.first(AppQueries.count)?.int("n") ?? 0 >= AppQueries.most {
            form.errors["name"] = Strings.error_apps_most(max: AppQueries.most)
        }
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        let id = ID.make(at: actor.now)
        let secret = form.type == .confidential ? Token.random() : nil
        try tx.execute(
            AppQueries.add(
                id, name: form.name, redirects: form.redirects, secretHash: secret?.hash, idTokens: form.idTokens,
                by: actor.name, now: actor.now))
        // The tenant's first signing key is made when its first app is registered.
        try SigningKeys.renew(in: tx, now: actor.now, services.keys.data)
        let event = AuditEvent(
            .appAdded, on: .app, id, name: form.name,
            changes: [
                .init("app_type", new: form.type.rawValue),
                .init("redirect_uris", new: form.redirects.joined(separator: " ")),
                .init("id_tokens", new: form.idTokens.rawValue),
            ])
        guard let secret else {
            return Change(event, next: .to("\(actor.link("apps"))/\(id)", flash: Strings.apps_was_added))
        }
        return Change(event, next: .page(AppSecret.page(secret, of: id, form.name, by: actor, services)))
    }
}

/// The secret with which a confidential app authenticates. It leaves in one response; the database stores its hash.
enum AppSecret {
    static func page(_ secret: Token, of id: ID, _ name: String, by actor: Actor, _ services: Services) -> AppSecretPage
    {
        AppSecretPage(
            frame: actor.frame(
                LocalText(Strings.apps_secret_title), services, current: "apps",
                crumb: (LocalText(Strings.apps_title), actor.link("apps"))),
            name: name, clientID: id.description, secret: secret.text, done: "\(actor.link("apps"))/\(id)")
    }
}
