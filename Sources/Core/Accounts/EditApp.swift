import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

struct ShowAppEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("app") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let row = try tx.first(AppQueries.one(id)) else { throw Refusal.notFound }
        var form = AppForm()
        form.name = try row.text("name")
        form.addresses = try row.texts("redirect_uris").joined(separator: "\n")
        form.idTokens = TokenAlgorithm(rawValue: try row.text("id_token_algorithm")) ?? .es256
        form.opened = (id, try row.int("version"))
        return form.page(actor, services)
    }
}

/// Saves an app's name and addresses. If the app has a newer version that differs, nothing is saved: the form keeps what
/// was typed, and shows what the other admin saved.
struct EditApp: Changing {
    let id: ID
    let typed: AppForm
    let version: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("app")
        typed = AppForm(request.form)
        version = request.form["version"].flatMap { Int($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(AppQueries.lock(id)) else { throw Refusal.notFound }
        var form = typed
        form.opened = (id, try row.int("version"))
        if try row.int("version") != version {
            let notes = try form.differences(from: row)
            guard notes.isEmpty else {
                form.conflict = Conflict(
                    title: LocalText(Strings.apps_changed),
                    saved: try AuditReader.lastSaved(.appChanged, of: id, in: tx, by: actor), notes: notes)
                throw Refusal.changed(form.page(actor, services))
            }
        }
        form.check()
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        try tx.execute(AppQueries.save(id, name: form.name, redirects: form.redirects, idTokens: form.idTokens))
        // The first app that wants RS256 needs a key for it.
        try SigningKeys.renew(in: tx, now: actor.now, services.keys.data)
        let changes: [(String, String, String)] = [
            ("name", try row.text("name"), form.name),
            (
                "redirect_uris", try row.texts("redirect_uris").joined(separator: " "),
                form.redirects.joined(separator: " ")
            ),
            ("id_tokens", try row.text("id_token_algorithm"), form.idTokens.rawValue),
        ]
        return Change(
            AuditEvent(
                .appChanged, on: .app, id, name: form.name,
                changes: changes.filter { $0.1 != $0.2 }.map { .init($0.0, old: $0.1, new: $0.2) }),
            next: .to("\(actor.link("apps"))/\(id)", flash: Strings.apps_was_saved))
    }
}

/// Gives a confidential app a new secret; the earlier one stops working.
struct RenewAppSecret: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("app") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(AppQueries.lock(id)), try row.bytesOrNil("secret_hash") != nil else {
            throw Refusal.notFound
        }
        let (secret, name) = (Token.random(), try row.text("name"))
        try tx.execute(AppQueries.setSecret(id, secret.hash))
        return Change(
            AuditEvent(.appSecretMade, on: .app, id, name: name),
            next: .page(AppSecret.page(secret, of: id, name, by: actor, services)))
    }
}

/// Deletes an app with all its sessions.
struct DeleteApp: Changing {
    let id: ID
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("app")
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(AppQueries.lock(id)) else { throw Refusal.notFound }
        if let refused = actor.refusing(reason: reason) {
            throw Refusal.form(try AppPageMaker(id: id).page(in: tx, by: refused, services))
        }
        try tx.execute(AppQueries.delete(id))
        return Change(
            AuditEvent(.appDeleted, on: .app, id, name: try row.text("name"), reason: reason),
            next: .to(actor.link("apps"), flash: Strings.apps_was_deleted))
    }
}
